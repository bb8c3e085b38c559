//! Charges of payment methods, and the link in mails.

use std::{fs, process::Command};

use proto::order::v1::{
    Actor, ChargeKind, FindOrderRequest, GetOrderRequest, Order, OrderCharge, OrderStatus, Ownership,
    PaymentMethod, PlaceOrderRequest, QuoteDeliveryRequest, TransitionOrderRequest,
};
use runtime::status;
use tonic::{Code, Status};

use crate::{Shop, fake_catalog, good_order, line};

/// The price of the lines of [`good_order`], in paise.
const LINES: i64 = 117_100;

fn paid_by(method: PaymentMethod, pincode: &str, total_paise: i64) -> PlaceOrderRequest {
    PlaceOrderRequest {
        payment_method: method.into(),
        pincode: pincode.to_owned(),
        total_paise,
        ..good_order()
    }
}

fn fields(refused: &Status) -> Vec<(String, String)> {
    let violations = status::details(refused).violations.into_iter();
    violations
        .map(|violation| (violation.field, violation.code.unwrap_or_default()))
        .collect()
}

fn cod_fee(amount_paise: i64) -> OrderCharge {
    OrderCharge {
        label: "Cash on delivery".to_owned(),
        amount_paise,
        kind: ChargeKind::CodFee.into(),
    }
}

impl Shop {
    pub(crate) async fn kept(&self, order_id: &str) -> (Order, String) {
        let request = GetOrderRequest {
            order_id: order_id.to_owned(),
            ..GetOrderRequest::default()
        };
        let answer = self.orders.clone().get_order(request).await;
        let answer = answer.expect("the order is kept").into_inner();
        (answer.order.expect("it is answered"), answer.link_token)
    }

    async fn opened_by(&self, order_number: &str, link_token: &str) -> Result<Order, Status> {
        let request = FindOrderRequest {
            order_number: order_number.to_owned(),
            ownership: Some(Ownership {
                link_token: link_token.to_owned(),
                ..Ownership::default()
            }),
        };
        let found = self.orders.clone().find_order(request).await?.into_inner();
        Ok(found.order.expect("it is answered"))
    }
}

#[tokio::test]
async fn cash_at_the_door_costs_its_fee_and_a_repeat_hears_the_same() {
    let shop = Shop::open().await;
    let order = PlaceOrderRequest {
        idempotency_key: "try-1".to_owned(),
        ..paid_by(PaymentMethod::CashOnDelivery, "395007", LINES + 5_000)
    };
    let placed = shop.place(order.clone()).await.expect("the sum agrees");
    assert_eq!(placed.total_paise, LINES + 5_000);
    assert_eq!(placed.charges, [cod_fee(5_000)]);
    assert_eq!(placed.payment_method(), PaymentMethod::CashOnDelivery);
    assert_eq!(shop.place(order.clone()).await.expect("it is repeated"), placed);

    let (kept, _) = shop.kept(&placed.order_id).await;
    assert_eq!(kept.charges, [cod_fee(5_000)]);
    assert_eq!(kept.payment_method(), PaymentMethod::CashOnDelivery);

    let paid_otherwise = PlaceOrderRequest {
        payment_method: PaymentMethod::PayLater.into(),
        ..order
    };
    let refused = shop.place(paid_otherwise).await.expect_err("it is another order");
    assert_eq!(status::details(&refused).reason.as_deref(), Some("KEY_REUSED"));
}

#[tokio::test]
async fn an_order_costs_what_its_way_to_pay_costs_at_its_pincode() {
    let shop = Shop::open().await;
    let later = paid_by(PaymentMethod::PayLater, "781001", LINES);
    let placed = shop.place(later).await.expect("paying later is free");
    assert!(placed.charges.is_empty());
    assert_eq!(placed.payment_method(), PaymentMethod::PayLater);

    let unseen = paid_by(PaymentMethod::CashOnDelivery, "395007", LINES);
    let refused = shop.place(unseen).await.expect_err("the fee was not shown");
    assert_eq!(refused.code(), Code::Aborted);
    assert!(
        refused.message().contains("₹1,221, not ₹1,171") || refused.message().contains("₹1221, not ₹1171"),
        "{refused}"
    );

    for (method, pincode, field, code) in [
        (
            PaymentMethod::CashOnDelivery,
            "744101",
            "payment_method",
            "NOT_OFFERED",
        ),
        (PaymentMethod::CashOnDelivery, "999999", "pincode", "UNKNOWN"),
        (PaymentMethod::PayLater, "999999", "pincode", "UNKNOWN"),
    ] {
        let refused = shop.place(paid_by(method, pincode, LINES + 5_000)).await;
        let refused = refused.expect_err("it cannot be delivered so");
        assert_eq!(
            fields(&refused),
            [(field.to_owned(), code.to_owned())],
            "{pincode}"
        );
    }
    assert_eq!(shop.kept_orders().await, 1);

    // COD is not available for goods above the limit.
    let dear = |method| PlaceOrderRequest {
        lines: vec![line(fake_catalog::KARELA, 100, 41, 24_900)],
        ..paid_by(method, "395007", 41 * 24_900)
    };
    let cash = PlaceOrderRequest {
        total_paise: 41 * 24_900 + 5_000,
        ..dear(PaymentMethod::CashOnDelivery)
    };
    let refused = shop.place(cash).await.expect_err("₹10,209 are above ₹10,000");
    assert_eq!(
        fields(&refused),
        [("payment_method".to_owned(), "NOT_OFFERED".to_owned())]
    );
    shop.place(dear(PaymentMethod::PayLater))
        .await
        .expect("paid later it may cost more");
    let request = QuoteDeliveryRequest {
        pincode: "395007".to_owned(),
    };
    let quote = shop
        .orders
        .clone()
        .quote_delivery(request)
        .await
        .expect("it is known");
    assert_eq!(quote.into_inner().cod_up_to_paise, Some(1_000_000));

    // An order without a payment method needs no known pincode, as specified.
    let as_specified = PlaceOrderRequest {
        pincode: "999999".to_owned(),
        ..good_order()
    };
    let placed = shop.place(as_specified).await.expect("any six digits will do");
    assert_eq!(placed.promised_by, "", "the distance is unknown");
    assert_eq!((placed.total_paise, placed.charges.len()), (LINES, 0));
    assert_eq!(placed.payment_method(), PaymentMethod::Unspecified);
}

#[tokio::test]
async fn keeps_the_days_that_its_shopper_was_told() {
    let shop = Shop::open().await;
    let quote = async |pincode: &str| {
        let request = QuoteDeliveryRequest {
            pincode: pincode.to_owned(),
        };
        let quote = shop.orders.clone().quote_delivery(request).await;
        let quote = quote.expect("it is known").into_inner();
        (quote.earliest_on, quote.latest_on)
    };
    for order in [good_order(), paid_by(PaymentMethod::PayLater, "781001", LINES)] {
        let pincode = order.pincode.clone();
        let placed = shop.place(order).await.expect("a good order is taken");
        let promised = (placed.promised_from, placed.promised_by);
        assert_eq!(promised, quote(&pincode).await, "{pincode}");
        let (kept, _) = shop.kept(&placed.order_id).await;
        assert_eq!((kept.promised_from, kept.promised_by), promised);
    }
}

#[tokio::test]
async fn the_link_of_the_mail_opens_and_cancels_the_order() {
    let shop = Shop::open().await;
    let placed = shop.place(good_order()).await.expect("a good order is taken");
    let another = shop.place(good_order()).await.expect("and another");
    let (_, token) = shop.kept(&placed.order_id).await;
    let found = shop.opened_by(&placed.order_number, &token).await;
    assert_eq!(found.expect("the link opens it").order_id, placed.order_id);
    for (number, token) in [
        (&another.order_number, token.as_str()),
        (&placed.order_number, "6a3b-00000000000000000000000000000000"),
        (&placed.order_number, "x"),
    ] {
        let refused = shop.opened_by(number, token).await;
        assert_eq!(refused.expect_err("it is no link to it").code(), Code::NotFound);
    }

    let cancel = |link_token: &str| TransitionOrderRequest {
        order_id: placed.order_id.clone(),
        to: OrderStatus::Cancelled.into(),
        version: 1,
        actor: Actor::Shopper.into(),
        ownership: Some(Ownership {
            link_token: link_token.to_owned(),
            ..Ownership::default()
        }),
        ..TransitionOrderRequest::default()
    };
    let (_, of_another) = shop.kept(&another.order_id).await;
    let refused = shop.orders.clone().transition_order(cancel(&of_another)).await;
    assert_eq!(refused.expect_err("it is another's link").code(), Code::NotFound);
    let cancelled = shop.orders.clone().transition_order(cancel(&token)).await;
    let cancelled = cancelled.expect("it is theirs").into_inner().order;
    assert_eq!(
        cancelled.expect("it is answered").status(),
        OrderStatus::Cancelled
    );
}

#[tokio::test]
async fn an_operator_decides_for_pincodes_by_a_file_all_of_it_or_nothing() {
    let shop = Shop::open().await;
    let folder = std::env::temp_dir().join(format!("pincodes-{}", uuid::Uuid::new_v4()));
    fs::create_dir(&folder).expect("there is room");
    let import = |name: &str, text: &str, more: &[&str]| {
        let file = folder.join(name);
        fs::write(&file, text).expect("there is room");
        let done = Command::new(env!("CARGO_BIN_EXE_order"))
            .env("DATABASE_URL", shop.database.url())
            .env("NATS_URL", testkit::nats_url())
            .env("ORDER_LINK_KEY", "k".repeat(32))
            .arg("pincodes")
            .arg(&file)
            .args(more)
            .output()
            .expect("the program starts");
        let told =
            String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        (done.status.success(), told)
    };
    let quoted = async |pincode: &str| {
        let request = QuoteDeliveryRequest {
            pincode: pincode.to_owned(),
        };
        let quote = shop.orders.clone().quote_delivery(request).await;
        let quote = quote.expect("there is such a pincode").into_inner();
        (quote.prepaid_paise, quote.cod_fee_paise)
    };
    let header = "pincode,zone,delivery,cash,fee\n";
    let good = format!("{header}744101,,100,yes,30\n395007,rest,,no,\n");

    let (is_done, told) = import("wrong.csv", &format!("{good}999999,,,,\n395008,,101,,\n"), &[]);
    assert!(
        !is_done && told.contains("there is no 999999") && told.contains("line 5, delivery"),
        "{told}"
    );
    let (is_done, told) = import("good.csv", &good, &["--dry-run"]);
    assert!(is_done && told.contains("2 pincodes can be decided"), "{told}");
    assert_eq!(quoted("744101").await, (0, None), "nothing was changed yet");

    let (is_done, told) = import("good.csv", &good, &[]);
    assert!(is_done, "{told}");
    assert_eq!(quoted("744101").await, (10_000, Some(3_000)));
    assert_eq!(quoted("395007").await, (0, None));

    let (is_done, told) = import("back.csv", &format!("{header}744101,,,,\n"), &[]);
    assert!(is_done, "{told}");
    assert_eq!(quoted("744101").await, (0, None), "its zone decides again");
    fs::remove_dir_all(&folder).expect("it was ours");
}
