//! Ownership of orders: only their shoppers change, find and list them, and others get "not found".

use futures_util::future::join_all;
use proto::order::v1::{
    self as contract, FindOrderRequest, ListOrdersRequest, OrderStatus, Ownership, PlaceOrderRequest,
    TransitionOrderRequest,
};
use tonic::{Code, Status};

use crate::{
    Shop, good_order,
    transitions::{ASHA, step},
};

#[tokio::test]
async fn a_shopper_changes_their_own_orders_and_no_others() {
    let shop = Shop::open().await;
    let of_asha = PlaceOrderRequest {
        account_id: ASHA.to_owned(),
        ..good_order()
    };
    let id = shop.place(of_asha).await.expect("it is placed").order_id;
    let cancel = step(&id, 1, OrderStatus::Cancelled, contract::Actor::Shopper);
    let stranger = |account_id: &str, mobile_number: &str| TransitionOrderRequest {
        ownership: Some(Ownership {
            account_id: account_id.to_owned(),
            mobile_number: mobile_number.to_owned(),
            ..Ownership::default()
        }),
        ..cancel.clone()
    };
    for request in [
        stranger("", "9876543211"),
        stranger("0190b6a0-0000-7000-8000-00000000b1b1", ""),
    ] {
        let refused = shop.transition(request).await.expect_err("it is not theirs");
        assert_eq!(refused.code(), Code::NotFound);
    }
    let refused = shop
        .transition(stranger("", ""))
        .await
        .expect_err("nothing proves it");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let changed = shop.transition(stranger(ASHA, "")).await.expect("it is theirs");
    assert_eq!(changed.status(), OrderStatus::Cancelled);
}

/// The proof of ownership by mobile number.
fn by_number(mobile_number: &str) -> Ownership {
    Ownership {
        mobile_number: mobile_number.to_owned(),
        ..Ownership::default()
    }
}

async fn find(shop: &Shop, order_number: &str, mobile_number: &str) -> Result<contract::Order, Status> {
    let request = FindOrderRequest {
        order_number: order_number.to_owned(),
        ownership: Some(by_number(mobile_number)),
    };
    let found = shop.orders.clone().find_order(request).await?;
    Ok(found.into_inner().order.expect("it is answered"))
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_wrong_mobile_numbers_at_every_door_and_refuses_no_right_one() {
    let shop = Shop::open().await;
    let placed = shop.place(good_order()).await.expect("it is placed");
    for number in 0..12 {
        let guess = find(&shop, &placed.order_number, &format!("91234567{number:02}")).await;
        assert_eq!(guess.expect_err("it is none of them").code(), Code::NotFound);
    }
    let cancel = |mobile_number: &str| TransitionOrderRequest {
        ownership: Some(by_number(mobile_number)),
        ..step(
            &placed.order_id,
            1,
            OrderStatus::Cancelled,
            contract::Actor::Shopper,
        )
    };
    for wish in [
        cancel("9123456700"),
        TransitionOrderRequest {
            to: OrderStatus::ReturnRequested.into(),
            ..cancel("9123456700")
        },
    ] {
        let refused = shop.transition(wish).await.expect_err("it is another's");
        assert_eq!(refused.code(), Code::NotFound);
    }
    let counted: Vec<i32> = sqlx::query_scalar("SELECT failures FROM failed_proofs ORDER BY failures DESC")
        .fetch_all(shop.database.pool())
        .await
        .expect("they can be counted");
    assert_eq!(
        (counted[0], counted[1], counted.len()),
        (14, 3, 13),
        "one order, twelve numbers"
    );
    let found = find(&shop, &placed.order_number, "9876543210").await;
    found.expect("it is theirs");
    let changed = shop.transition(cancel("98765 43210")).await;
    assert_eq!(changed.expect("it is theirs").status(), OrderStatus::Cancelled);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_two_guesses_of_one_order_at_once_and_no_more() {
    let shop = Shop::open().await;
    let placed = shop.place(good_order()).await.expect("it is placed");
    let wrong = find(&shop, &placed.order_number, "9123456700").await;
    assert_eq!(wrong.expect_err("it is another's").code(), Code::NotFound);
    sqlx::query("UPDATE failed_proofs SET failures = 40")
        .execute(shop.database.pool())
        .await
        .expect("they are counted");
    let numbers: Vec<_> = (10..22).map(|number| format!("91234567{number}")).collect();
    let guesses = numbers
        .iter()
        .map(|number| find(&shop, &placed.order_number, number));
    let codes = join_all(guesses)
        .await
        .into_iter()
        .map(|guess| guess.expect_err("it is none of them").code());
    let (answered, refused): (Vec<_>, Vec<_>) = codes.partition(|code| *code == Code::NotFound);
    // Each attempt is delayed by two seconds, and waits at most two and a half for a slot.
    assert!(
        (1..=4).contains(&answered.len()),
        "{} were answered",
        answered.len()
    );
    assert!(
        refused.iter().all(|code| *code == Code::ResourceExhausted),
        "{refused:?}"
    );
    let found = find(&shop, &placed.order_number, "9876543210").await;
    found.expect("the right number is found once the guesses are answered");
}

#[tokio::test]
async fn an_account_sees_its_orders_newest_first_page_by_page() {
    let shop = Shop::open().await;
    let mut numbers = Vec::new();
    for _ in 0..5 {
        let of_asha = PlaceOrderRequest {
            account_id: ASHA.to_owned(),
            ..good_order()
        };
        numbers.push(shop.place(of_asha).await.expect("it is placed").order_number);
    }
    shop.place(good_order()).await.expect("a guest's");
    numbers.reverse();
    let mut seen = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = ListOrdersRequest {
            account_id: ASHA.to_owned(),
            page_size: 2,
            page_token,
        };
        let page = shop.orders.clone().list_orders(request).await;
        let page = page.expect("it answers").into_inner();
        assert!(page.orders.len() <= 2);
        seen.extend(page.orders.into_iter().map(|order| order.order_number));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(seen, numbers);
}

#[tokio::test]
async fn a_guest_finds_an_order_by_its_number_and_the_mobile_number_on_it() {
    let shop = Shop::open().await;
    let placed = shop.place(good_order()).await.expect("it is placed");
    let typed = format!(" {} ", placed.order_number.to_lowercase());
    let found = find(&shop, &typed, "+91 98765-43210").await;
    let order = found.expect("it is theirs");
    assert_eq!(order.order_id, placed.order_id);
    let wrong = [(typed.as_str(), "9876543211"), ("VM-261123-22222", "9876543210")];
    for (number, mobile) in wrong {
        let refused = find(&shop, number, mobile)
            .await
            .expect_err("no answer tells which is wrong");
        assert_eq!(
            (refused.code(), refused.message()),
            (Code::NotFound, "There is no such order.")
        );
    }
}
