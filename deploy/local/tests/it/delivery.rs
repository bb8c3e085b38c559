//! Delivery dates and charges by pincode.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::shop::{OpenShop, answer};

#[tokio::test(flavor = "multi_thread")]
async fn a_pincode_says_where_it_lies_when_a_parcel_comes_and_whether_the_carrier_takes_cash() {
    let shop = OpenShop::shared().await;
    let quote = async |pincode: &str| {
        let path = format!("delivery?pincode={pincode}");
        let (status, mut answer) = answer(shop.request(Method::GET, &path)).await;
        (status, answer["data"].take(), answer["message"].take())
    };
    // The COD fee, in rupees.
    let places = [
        ("395009", "Surat", "Gujarat", json!(50)),
        ("400001", "Mumbai", "Maharashtra", json!(50)),
        ("110001", "New Delhi", "Delhi", json!(50)),
        ("560001", "Bengaluru Urban", "Karnataka", json!(50)),
        ("781001", "Kamrup Metro", "Assam", Value::Null),
        (
            "744101",
            "South Andamans",
            "Andaman and Nicobar Islands",
            Value::Null,
        ),
        ("190001", "Srinagar", "Jammu and Kashmir", Value::Null),
    ];
    for (pincode, district, state, cod_fee) in places {
        let (status, place, _) = quote(pincode).await;
        assert_eq!(
            (status, &place["district"], &place["state"], &place["codFee"]),
            (200, &json!(district), &json!(state), &cod_fee)
        );
        assert_eq!(place["prepaid"], 0);
        assert!(place["earliestOn"].as_str() <= place["latestOn"].as_str());
    }
    let (status, _, message) = quote("999999").await;
    assert_eq!(
        (status, message),
        (404, json!("We do not know this pincode. Please check it."))
    );
    assert_eq!(quote("39500").await.0, 422);
    shop.close().await;
}

/// The operator's charges for a pincode, in paise: delivery, and the COD fee if the carrier offers COD.
/// Includes places without COD, free charges, and charges that are not whole rupees.
const PLACES: [(&str, i64, Option<i64>); 9] = [
    ("395009", 0, Some(5_000)),
    ("400001", 0, Some(0)),
    ("110001", 4_999, Some(5_000)),
    ("560001", 10_000, Some(3_033)),
    ("781001", 8_000, None),
    ("744101", 10_000, Some(10_000)),
    ("190001", 1, None),
    ("380001", 750, Some(1)),
    ("700001", 3_300, Some(9_999)),
];

fn paise(rupees: &Value) -> i64 {
    // Prices are far below the amounts at which a float loses paise.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an order costs some hundred rupees"
    )]
    let paise = (rupees.as_f64().expect("a number") * 100.0).round() as i64;
    paise
}

fn rupees(paise: i64) -> Value {
    if paise % 100 == 0 {
        json!(paise / 100)
    } else {
        let text = format!("{}.{:02}", paise / 100, paise % 100);
        serde_json::from_str(&text).expect("a number")
    }
}

/// An amount as mails write it, without the rupee sign.
fn in_mails(paise: i64) -> String {
    let (thousands, rest) = (paise / 100_000, paise / 100 % 1_000);
    let whole = if thousands > 0 {
        format!("{thousands},{rest:03}")
    } else {
        rest.to_string()
    };
    match paise % 100 {
        0 => whole,
        part => format!("{whole}.{part:02}"),
    }
}

/// A place with its charges, in paise.
struct Place<'a> {
    shop: &'a OpenShop,
    orders: &'a PgPool,
    pincode: &'static str,
    delivery_paise: i64,
}

impl Place<'_> {
    async fn decide(&self, cod_fee_paise: Option<i64>) {
        let deciding = sqlx::query(
            "UPDATE pincodes SET delivery_paise = $2, takes_cash = $3, cod_fee_paise = $4 WHERE pincode = $1",
        );
        let deciding = deciding.bind(self.pincode).bind(self.delivery_paise);
        let deciding = deciding.bind(cod_fee_paise.is_some()).bind(cod_fee_paise);
        let decided = deciding.execute(self.orders).await.expect("the rules allow it");
        assert_eq!(decided.rows_affected(), 1, "{}", self.pincode);
        let path = format!("delivery?pincode={}", self.pincode);
        let (_, quote) = answer(self.shop.request(Method::GET, &path)).await;
        assert_eq!(paise(&quote["data"]["prepaid"]), self.delivery_paise);
    }

    /// Places an order, and checks the page, the row and the mail. A total that is one paisa too high is
    /// refused.
    async fn order(&self, mut order: Value, goods: i64, fee: i64) {
        let extra = self.delivery_paise + fee;
        let total = goods + extra;
        order["totalAmount"] = rupees(total + 1);
        assert_eq!(
            self.shop.order(&order, None).await.0,
            409,
            "a paisa more was shown"
        );
        order["totalAmount"] = rupees(total);
        let (status, placed) = self.shop.order(&order, None).await;
        assert_eq!(status, 201, "{placed}");
        assert_eq!(paise(&placed["data"]["totalAmount"]), total);

        let number = placed["data"]["orderNumber"].as_str().expect("a text");
        let tracking = json!({ "orderNumber": number, "mobilenumber": "9876543210" });
        let (_, page) = self.shop.post("users/orders/track", &tracking).await;
        let sum = |list: &str, of: &dyn Fn(&Value) -> i64| -> i64 {
            let list = page["data"][list].as_array().expect("a list");
            list.iter().map(of).sum()
        };
        let lines = sum("lines", &|line| {
            paise(&line["price"]) * line["quantity"].as_i64().expect("a number")
        });
        let charges = sum("charges", &|charge| paise(&charge["amount"]));
        let shown = paise(&page["data"]["totalAmount"]);
        assert_eq!((shown, lines, charges), (total, goods, extra), "{page}");

        let row = sqlx::query_as::<_, (i64, i64, i64)>(
            "SELECT total_paise,
               (SELECT sum(unit_price_paise * quantity)::bigint FROM order_lines WHERE order_id = orders.id),
               (SELECT coalesce(sum(amount_paise), 0)::bigint FROM order_charges WHERE order_id = orders.id)
             FROM orders WHERE order_number = $1",
        );
        let row = row.bind(number).fetch_one(self.orders).await;
        assert_eq!(row.expect("it is kept"), (total, goods, extra));

        let email = order["email"].as_str().expect("a text");
        let mail = self.shop.mail(email, "Order Confirmed").await;
        let mail = mail.replace("=\r\n", "").replace("=E2=82=B9", "₹");
        let told = format!("Total: ₹{}", in_mails(total));
        assert!(mail.contains(&told), "{told} is not in {mail}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn page_row_and_mail_agree_to_the_paisa_on_what_an_order_costs_wherever_it_goes() {
    let shop = OpenShop::start().await;
    let orders = PgPool::connect(shop.shop.database_url("order")).await;
    let orders = orders.expect("the role may connect");
    let mut order = shop.good_order().await;
    let goods = paise(&order["totalAmount"]);
    for (number, (pincode, delivery_paise, cod_fee_paise)) in PLACES.into_iter().enumerate() {
        let place = Place {
            shop: &shop,
            orders: &orders,
            pincode,
            delivery_paise,
        };
        place.decide(cod_fee_paise).await;
        order["pincode"] = json!(pincode);
        order["paymentMethod"] = json!("pay_later");
        order["email"] = json!(format!("asha.later.{number}@example.com"));
        place.order(order.clone(), goods, 0).await;

        order["paymentMethod"] = json!("cash_on_delivery");
        order["email"] = json!(format!("asha.cash.{number}@example.com"));
        if let Some(fee) = cod_fee_paise {
            place.order(order.clone(), goods, fee).await;
        } else {
            let (status, refused) = shop.order(&order, None).await;
            let code = &refused["errors"][0]["code"];
            assert_eq!((status, code), (422, &json!("NOT_OFFERED")), "{refused}");
        }
    }
    orders.close().await;
    shop.close().await;
}
