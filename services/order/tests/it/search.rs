//! The order search of the office.

use std::collections::BTreeSet;

use proto::order::v1::{
    ListOrderNumbersRequest, NumberedOrder, Order, OrderStatus, PlaceOrderRequest, PlaceOrderResponse,
    SearchOrdersRequest, SearchOrdersResponse, order_number_service_client::OrderNumberServiceClient,
};
use runtime::status;
use tonic::{Code, Status, transport::Channel};

use crate::{Shop, good_order};

impl Shop {
    async fn search(&self, request: SearchOrdersRequest) -> Result<SearchOrdersResponse, Status> {
        let found = self.orders.clone().search_orders(request).await?;
        Ok(found.into_inner())
    }

    /// Returns the numbers of the orders found by a text.
    async fn numbers(&self, text: &str) -> Vec<String> {
        let found = self.search(looking_for(text)).await;
        numbers(&found.expect("it answers").orders)
    }
}

fn looking_for(text: &str) -> SearchOrdersRequest {
    SearchOrdersRequest {
        text: text.to_owned(),
        ..SearchOrdersRequest::default()
    }
}

fn numbers(orders: &[Order]) -> Vec<String> {
    orders.iter().map(|order| order.order_number.clone()).collect()
}

fn of_bina() -> PlaceOrderRequest {
    PlaceOrderRequest {
        full_name: "Bina Ashworth".to_owned(),
        email: "bina@example.com".to_owned(),
        mobile_number: "9123456780".to_owned(),
        pincode: "110001".to_owned(),
        ..good_order()
    }
}

#[tokio::test]
async fn a_list_says_in_which_town_a_parcel_ends() {
    let shop = Shop::open().await;
    let nowhere = PlaceOrderRequest {
        pincode: "999999".to_owned(),
        ..good_order()
    };
    shop.place(of_bina()).await.expect("it is placed");
    shop.place(nowhere)
        .await
        .expect("an order may name any six digits");
    let found = shop.search(SearchOrdersRequest::default()).await;
    let towns: Vec<_> = found
        .expect("it answers")
        .orders
        .into_iter()
        .map(|order| (order.pincode, order.district, order.state))
        .collect();
    let town = |pincode: &str, district: &str, state: &str| {
        (pincode.to_owned(), district.to_owned(), state.to_owned())
    };
    assert_eq!(
        towns,
        [town("999999", "", ""), town("110001", "New Delhi", "Delhi")]
    );
}

#[tokio::test]
async fn an_order_is_found_by_number_name_phone_or_email() {
    let shop = Shop::open().await;
    let asha = shop.place(good_order()).await.expect("it is placed").order_number;
    let bina = shop.place(of_bina()).await.expect("it is placed").order_number;
    let both = vec![bina.clone(), asha.clone()];
    let table = [
        ("", both.clone()),
        ("VM-", both.clone()),
        (&asha[..5], both.clone()),
        (&asha[..9], both.clone()),
        (&asha.to_lowercase(), vec![asha.clone()]),
        (&bina[..bina.len() - 1], vec![bina.clone()]),
        ("VM-1", vec![]),
        ("VM-2613", vec![]),
        (" 98765 43210 ", vec![asha.clone()]),
        ("+91-9123456780", vec![bina.clone()]),
        ("9876543211", vec![]),
        ("ASHA@Example.com", vec![asha.clone()]),
        ("asha@example", vec![]),
        ("110001", vec![bina.clone()]),
        ("11000", vec![]),
        ("patel", vec![asha.clone()]),
        ("aSH", both.clone()),
        ("na ashw", vec![bina.clone()]),
        ("a%a", vec![]),
        ("___", vec![]),
    ];
    for (text, expected) in table {
        assert_eq!(shop.numbers(text).await, expected, "{text:?}");
    }
}

#[tokio::test]
async fn an_invalid_search_is_refused_with_its_field() {
    let shop = Shop::open().await;
    let all = looking_for("");
    for (request, field, code) in [
        (looking_for("A"), "text", "TOO_SHORT"),
        (looking_for("As\0ha"), "text", "NOT_ALLOWED_CHARACTERS"),
        (looking_for(&"x".repeat(255)), "text", "TOO_LONG"),
        (
            SearchOrdersRequest {
                statuses: vec![OrderStatus::Placed.into(), 0],
                ..all.clone()
            },
            "statuses",
            "UNKNOWN",
        ),
        (
            SearchOrdersRequest {
                order_numbers: vec!["VM-261127-AAAAA".to_owned(); 101],
                ..all.clone()
            },
            "order_numbers",
            "TOO_MANY",
        ),
        (
            SearchOrdersRequest {
                order_numbers: vec!["VM-261127-AAAAA".to_owned()],
                ..looking_for("Asha")
            },
            "order_numbers",
            "NOT_OFFERED",
        ),
        (
            SearchOrdersRequest {
                page_size: 101,
                ..all.clone()
            },
            "page_size",
            "OUT_OF_RANGE",
        ),
        (
            SearchOrdersRequest {
                page_token: "2".to_owned(),
                ..all.clone()
            },
            "page_token",
            "MALFORMED",
        ),
    ] {
        let refused = shop.search(request).await.expect_err(field);
        assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
        let violations = status::details(&refused).violations;
        let told: Vec<_> = violations
            .iter()
            .map(|violation| (violation.field.as_str(), violation.code.as_deref()))
            .collect();
        assert_eq!(told, [(field, Some(code))]);
    }
}

#[tokio::test]
async fn orders_come_by_their_numbers_and_one_that_is_not_there_holds_up_no_other() {
    let shop = Shop::open().await;
    let place = async || shop.place(good_order()).await.expect("it is placed");
    let [first, second, third] = [place().await, place().await, place().await];
    let by_numbers = |wanted: &[&str]| SearchOrdersRequest {
        order_numbers: wanted.iter().map(|number| (*number).to_owned()).collect(),
        ..looking_for("")
    };
    let found = shop
        .search(by_numbers(&[
            &first.order_number,
            "VM-261127-AAAAA",
            &third.order_number,
        ]))
        .await
        .expect("it answers");
    assert_eq!(numbers(&found.orders), [third.order_number, first.order_number]);
    assert_eq!(found.next_page_token, "");
    let confirmed = SearchOrdersRequest {
        statuses: vec![OrderStatus::Confirmed.into()],
        ..by_numbers(&[&second.order_number])
    };
    let found = shop.search(confirmed).await.expect("it answers");
    assert_eq!(numbers(&found.orders), Vec::<String>::new());
}

#[tokio::test]
async fn an_id_leads_to_its_number_and_a_number_to_its_id() {
    let shop = Shop::open().await;
    let place = async || shop.place(good_order()).await.expect("it is placed");
    let [first, second, _] = [place().await, place().await, place().await];
    let mut client = OrderNumberServiceClient::new(Channel::builder(shop.served.url()).connect_lazy());
    let asked = ListOrderNumbersRequest {
        order_ids: vec![first.order_id.clone()],
        order_numbers: ["VM-261127-AAAAA", "V\0", second.order_number.as_str()]
            .map(str::to_owned)
            .into(),
    };
    let told = client.list_order_numbers(asked).await.expect("it answers");
    let mut told = told.into_inner().orders;
    told.sort_by(|one, other| one.order_id.cmp(&other.order_id));
    let expected = [first, second].map(|order| NumberedOrder {
        order_id: order.order_id,
        order_number: order.order_number,
    });
    assert_eq!(told, expected);
    let too_many = ListOrderNumbersRequest {
        order_ids: Vec::new(),
        order_numbers: vec!["VM-261127-AAAAA".to_owned(); 1_001],
    };
    let refused = client
        .list_order_numbers(too_many)
        .await
        .expect_err("they are too many");
    let violations = status::details(&refused).violations;
    assert_eq!(violations[0].field, "order_numbers");
}

#[tokio::test]
async fn a_search_is_filtered_by_states_and_any_other_condition() {
    let shop = Shop::open().await;
    let place = async || shop.place(good_order()).await.expect("it is placed");
    let [placed, confirmed, packed, cancelled] = [place().await, place().await, place().await, place().await];
    for (order, way) in [
        (&confirmed, &[OrderStatus::Confirmed][..]),
        (&packed, &[OrderStatus::Confirmed, OrderStatus::Packed]),
        (&cancelled, &[OrderStatus::Cancelled]),
    ] {
        for (version, to) in (1..).zip(way) {
            shop.go(&order.order_id, version, *to).await;
        }
    }
    let number = |order: &PlaceOrderResponse| order.order_number.clone();
    let day = number(&placed)[..9].to_owned();
    for text in [
        "",
        "VM-2",
        &day,
        "9876543210",
        "asha@example.com",
        "395007",
        "Asha",
    ] {
        for (statuses, expected) in [
            (vec![], vec![&cancelled, &packed, &confirmed, &placed]),
            (vec![OrderStatus::Packed], vec![&packed]),
            (
                vec![OrderStatus::Packed, OrderStatus::Placed, OrderStatus::Placed],
                vec![&packed, &placed],
            ),
            (vec![OrderStatus::Lost], vec![]),
        ] {
            let request = SearchOrdersRequest {
                statuses: statuses.iter().map(|status| (*status).into()).collect(),
                ..looking_for(text)
            };
            let found = shop.search(request).await.expect("it answers").orders;
            let expected: Vec<_> = expected.into_iter().map(number).collect();
            assert_eq!(numbers(&found), expected, "{text:?} {statuses:?}");
        }
    }
}

#[tokio::test]
async fn pages_have_no_gaps_and_no_doubles_while_orders_are_placed() {
    let shop = Shop::open().await;
    let mut placed = Vec::new();
    for _ in 0..7 {
        placed.push(shop.place(good_order()).await.expect("it is placed").order_number);
    }
    // Several orders of the same moment.
    shop.execute("UPDATE orders SET placed_at = date_trunc('minute', placed_at)".to_owned())
        .await;
    let day = placed[0][..9].to_owned();
    let states = vec![OrderStatus::Placed.into(), OrderStatus::Confirmed.into()];
    for text in [
        "",
        "VM-",
        &day,
        "9876543210",
        "asha@example.com",
        "395007",
        "Asha",
    ] {
        for statuses in [vec![], states.clone()] {
            let before = shop.kept_orders().await;
            let request = SearchOrdersRequest {
                statuses: statuses.clone(),
                page_size: 2,
                ..looking_for(text)
            };
            let mut page = shop.search(request.clone()).await.expect("it answers");
            shop.place(good_order()).await.expect("it is placed");
            let mut seen = numbers(&page.orders);
            while !page.next_page_token.is_empty() {
                let request = SearchOrdersRequest {
                    page_token: page.next_page_token,
                    ..request.clone()
                };
                page = shop.search(request).await.expect("it answers");
                assert!(page.orders.len() <= 2);
                seen.extend(numbers(&page.orders));
            }
            let different: BTreeSet<_> = seen.iter().collect();
            assert_eq!(different.len(), seen.len(), "{text:?}: {seen:?}");
            assert_eq!(i64::try_from(seen.len()), Ok(before), "{text:?}: {seen:?}");
            assert!(placed.iter().all(|number| different.contains(number)), "{text:?}");
        }
    }
}

#[tokio::test]
async fn a_rare_name_is_found_behind_thousands_of_others() {
    let shop = Shop::open().await;
    let rare = shop.place(of_bina()).await.expect("it is placed").order_number;
    shop.execute(
        "INSERT INTO orders (id, order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise, placed_at)
         SELECT gen_random_uuid(), 'VM-991231-' || number, 'Usha Patel', 'usha@example.com', '9876543210', '12 Ring Road, Surat',
           '395007', 117100, now() + interval '1 hour' FROM generate_series(1, 6000) AS number"
            .to_owned(),
    )
    .await;
    assert_eq!(shop.numbers("Bina").await, std::slice::from_ref(&rare));
    let confirmed = SearchOrdersRequest {
        statuses: vec![OrderStatus::Confirmed.into()],
        ..looking_for("Bina")
    };
    let found = shop.search(confirmed).await.expect("it answers");
    assert!(found.orders.is_empty() && found.next_page_token.is_empty());
    let placed = SearchOrdersRequest {
        statuses: vec![OrderStatus::Placed.into()],
        ..looking_for("Bina")
    };
    let found = shop.search(placed).await.expect("it answers");
    assert_eq!(numbers(&found.orders), [rare]);
}
