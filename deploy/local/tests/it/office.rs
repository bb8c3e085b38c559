//! A day in the office: the owner accepts the first invitation, a packer comes by mail, and an order is
//! shipped and paid.

use order::order_status::{Actor, Status, transition};
use proto::{
    catalog::v1::{GetEditedProductRequest, ProductContent, UpdateProductRequest},
    identity::v1::{InviteStaffRequest, ListStaffRequest, StaffRole},
    order::v1::{CorrectParcelWeightRequest, Order, OrderStatus, SearchOrdersRequest},
};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use testkit::eventually;
use time::OffsetDateTime;
use tonic::Code;
use totp_rs::Totp;

use crate::shop::{OpenShop, answer, response_at_last};

const PASSWORD: &str = "neem-and-tulsi-42";

/// A staff member with a browser.
pub(crate) struct Colleague<'a> {
    shop: &'a OpenShop,
    pub(crate) cookie: String,
    app: Totp,
}

impl OpenShop {
    /// A request to the office's API, below `/api/office/v1/`.
    pub(crate) fn office(&self, method: Method, path: &str) -> RequestBuilder {
        self.browser
            .request(method, format!("{}/api/office/v1/{path}", self.shop.office_url()))
    }

    /// The body of the answer to a call of the contract by gRPC-Web, as the staff member with this cookie.
    async fn answer_to<C: runtime::Call>(&self, cookie: &str, call: &C) -> Vec<u8> {
        let message = prost::Message::encode_to_vec(call);
        let length = u32::try_from(message.len()).expect("it is short").to_be_bytes();
        let url = format!("{}/api/office/rpc{}", self.shop.office_url(), C::METHOD.path);
        let request = self.browser.request(Method::POST, url);
        let request = request.header("cookie", cookie);
        let request = request.header("content-type", "application/grpc-web+proto");
        let body = [&[0][..], &length, &message].concat();
        let response = request.body(body).send().await.expect("the office answers");
        response.bytes().await.expect("the answer is whole").to_vec()
    }

    /// Calls a method of the contract by gRPC-Web, as the staff member with this cookie.
    pub(crate) async fn call<C: runtime::Call>(&self, cookie: &str, call: &C) -> C::Answer {
        let body = self.answer_to(cookie, call).await;
        let (head, rest) = body.split_first_chunk::<5>().expect("a frame has a head");
        assert_eq!(head[0], 0, "{}: {body:?}", C::METHOD.path);
        let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]);
        let length = usize::try_from(length).expect("it is short");
        <C::Answer as prost::Message>::decode(&rest[..length]).expect("it is the answer")
    }

    /// Accepts an invitation by its link.
    async fn accept(&self, link: &str, name: &str, email: &str) -> Colleague<'_> {
        let (_, token) = link.split_once('#').expect("a link carries a token");
        let body = json!({ "token": token });
        let request = self.office(Method::POST, "invitations/lookup").json(&body);
        let (status, found) = answer(request).await;
        assert_eq!(status, 200, "{found}");
        let uri = found["data"]["totpUri"].as_str().expect("a text");
        let app = Totp::from_url(uri).expect("an app reads it");
        let body = json!({
            "token": token, "name": name, "email": email, "password": PASSWORD, "code": code(&app, 0),
        });
        let request = self.office(Method::POST, "invitations/acceptance").json(&body);
        let response = response_at_last(request).await;
        assert_eq!(response.status(), 200, "{:?}", response.text().await);
        let cookie = response.headers()["set-cookie"]
            .to_str()
            .expect("a cookie is text");
        for flag in ["HttpOnly", "SameSite=Strict", "Path=/"] {
            assert!(cookie.contains(flag), "{cookie}");
        }
        let cookie = cookie.split(';').next().expect("a cookie has a value").to_owned();
        let accepted: Value = response.json().await.expect("the answer is JSON");
        assert_eq!(
            accepted["data"]["recoveryCodes"].as_array().map(Vec::len),
            Some(10)
        );
        Colleague {
            shop: self,
            cookie,
            app,
        }
    }
}

impl Colleague<'_> {
    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        answer(self.shop.office(Method::GET, path).header("cookie", &self.cookie)).await
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: &Value) -> (u16, Value) {
        let request = self.shop.office(method, path).header("cookie", &self.cookie);
        answer(request.json(body)).await
    }

    /// Calls a method of the contract by gRPC-Web.
    pub(crate) async fn call<C: runtime::Call>(&self, call: &C) -> C::Answer {
        self.shop.call(&self.cookie, call).await
    }

    /// The status of a call of the contract that is refused: its only frame has lines of trailers.
    async fn refusal<C: runtime::Call>(&self, call: &C) -> tonic::Status {
        let body = self.shop.answer_to(&self.cookie, call).await;
        let (head, trailers) = body.split_first_chunk::<5>().expect("a frame has a head");
        assert_eq!(head[0], 0x80, "{}: {body:?}", C::METHOD.path);
        let lines = std::str::from_utf8(trailers).expect("trailers are text").lines();
        let headers: http::HeaderMap = lines
            .filter_map(|line| {
                let (name, value) = line.split_once(':')?;
                let name = http::HeaderName::try_from(name).ok()?;
                Some((name, value.trim().parse().ok()?))
            })
            .collect();
        tonic::Status::from_header_map(&headers).expect("trailers have the status")
    }

    /// The first order of the list, by the contract's method.
    async fn first_order(&self) -> Order {
        let found = self.call(&SearchOrdersRequest::default()).await.orders;
        found.into_iter().next().expect("an order is listed")
    }

    /// Changes the state of an order, and returns the order.
    async fn transition_order(&self, order: &Value, to: &str, parcel: Option<Value>) -> Value {
        let path = format!("orders/{}/transitions", text(&order["orderNumber"]));
        let mut body = json!({ "to": to, "version": order["version"] });
        if let Some(parcel) = parcel {
            body["parcel"] = parcel;
            body["acceptsUnpaid"] = json!(true);
        }
        let (status, mut changed) = self.send(Method::POST, &path, &body).await;
        assert_eq!(status, 200, "{to}: {changed}");
        changed["data"].take()
    }
}

/// The app's code for now, or for `steps` half minutes later, which is accepted, too. Each code works once.
fn code(app: &Totp, steps: u64) -> String {
    let now = u64::try_from(OffsetDateTime::now_utc().unix_timestamp()).expect("it is after 1970");
    app.generate(now + 30 * steps).to_string()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Opens a shop whose owner has accepted the first invitation, which is the only one.
pub(crate) async fn owned_shop(shop: &OpenShop) -> Colleague<'_> {
    let link = shop.shop.first_invitation().await.expect("identity answers");
    let link = link.expect("the shop has no owner yet");
    let owner = shop.accept(&link, "Hansa Desai", "hansa@vanmool.example").await;
    let again = shop.shop.first_invitation().await.expect("identity answers");
    assert_eq!(again, None, "the shop has an owner");
    owner
}

/// Changes the content of a product, as the staff member with this cookie.
pub(crate) async fn edit_product(
    shop: &OpenShop,
    cookie: &str,
    id: &str,
    change: impl FnOnce(&mut ProductContent),
) {
    let product_id = id.to_owned();
    let found = shop.call(cookie, &GetEditedProductRequest { product_id }).await;
    let found = found.product.expect("it is answered");
    let product = found.product.expect("it has its content");
    let mut content = ProductContent {
        product_name: product.product_name,
        hindi_name: product.hindi_name,
        tagline: product.tagline,
        r#type: product.r#type,
        actual_price_paise: product.actual_price_paise,
        discount_percent: product.discount_percent,
        photos: product.photos,
        description: product.description,
        ingredients: product.ingredients,
        benefits: product.benefits,
        other_names: product.other_names,
        concerns: product.concerns,
        how_to_use: product.how_to_use,
        cautions: product.cautions,
        storage: product.storage,
        tax_class: found.tax_class,
        hsn_code: found.hsn_code,
    };
    change(&mut content);
    let update = UpdateProductRequest {
        product_id: product.id,
        version: product.version,
        content: Some(content),
    };
    shop.call(cookie, &update).await;
}

/// Makes all password confirmations too old.
async fn let_proofs_age(shop: &OpenShop) {
    let pool = sqlx::PgPool::connect(shop.shop.database_url("identity"))
        .await
        .expect("the role may connect");
    let aged = sqlx::query("UPDATE staff_sessions SET reauthenticated_at = now() - interval '6 minutes'");
    aged.execute(&pool).await.expect("sessions can be changed");
    pool.close().await;
}

/// Invites a packer by mail, which requires the owner to confirm the password.
async fn invited_packer<'a>(shop: &'a OpenShop, owner: &Colleague<'_>) -> Colleague<'a> {
    let invitation = InviteStaffRequest {
        name: "Ravi Packer".to_owned(),
        email: "ravi@vanmool.example".to_owned(),
        role: StaffRole::Packer.into(),
    };
    let_proofs_age(shop).await;
    let refused = owner.refusal(&invitation).await;
    let reason = runtime::status::details(&refused).reason;
    assert_eq!(reason.as_deref(), Some("REAUTHENTICATE"), "{refused}");
    let proof = json!({ "password": PASSWORD, "code": code(&owner.app, 1) });
    let (status, shown) = owner.send(Method::POST, "session/reauthentication", &proof).await;
    assert_eq!(status, 200, "{shown}");
    owner.call(&invitation).await;
    let mail = shop.mail("ravi@vanmool.example", "You are invited").await;
    let mail = mail.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
    let link = &mail[mail.find("/invitation#").expect("the mail has the link")..];
    let end = link.find(|c: char| c.is_whitespace() || "\"<".contains(c));
    let link = &link[..end.expect("the link ends")];
    shop.accept(link, "Ravi Packer", "ravi@vanmool.example").await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_goes_out_and_the_log_says_who_did_what() {
    let shop = OpenShop::start().await;
    let owner = owned_shop(&shop).await;
    let colleague = invited_packer(&shop, &owner).await;
    let (status, placed) = shop.order(&shop.good_order().await, Some("one-attempt")).await;
    assert_eq!(status, 201, "{placed}");
    let number = text(&placed["data"]["orderNumber"]);
    let (status, found) = owner
        .send(
            Method::POST,
            "orders/searches",
            &json!({ "text": "patel", "status": ["placed"] }),
        )
        .await;
    let order = &found["data"]["orders"][0];
    assert_eq!((status, &order["orderNumber"]), (200, &json!(number)), "{found}");
    let order = owner.transition_order(order, "confirmed", None).await;
    assert_eq!(order["nextStates"], json!(["packed", "cancelled"]), "{order}");
    let mut packed = colleague.transition_order(&order, "packed", None).await;
    let weighing = CorrectParcelWeightRequest {
        order_id: text(&packed["orderId"]),
        version: i32::try_from(packed["version"].as_i64().expect("a number")).expect("it is small"),
        weight_in_grams: Some(540),
    };
    let weighed = colleague.call(&weighing).await.order.expect("it is answered");
    assert_eq!(weighed.parcel_weight_in_grams, Some(540));
    packed["version"] = json!(weighed.version);
    let listed = [owner.first_order().await, colleague.first_order().await];
    let listed = listed.map(|order| [order.email, order.mobile_number, order.delivery_address]);
    assert_eq!(
        listed,
        [
            ["asha@example.com", "9876543210", "12 Ring Road, Surat"],
            ["", "…3210", "Surat"],
        ],
        "the service masks the packer's"
    );
    let parcel = json!({ "carrier": "India Post", "trackingNumber": "EK123456789IN" });
    let shipped = colleague.transition_order(&packed, "shipped", Some(parcel)).await;
    assert_eq!(shipped["parcel"]["carrier"], "India Post");

    // A request with an older version gets the current order in the response.
    let stale = json!({ "to": "packed", "version": order["version"] });
    let path = format!("orders/{number}/transitions");
    let (status, refused) = owner.send(Method::POST, &path, &stale).await;
    assert_eq!(status, 409, "{refused}");

    let log = eventually("the log has it all", async || {
        let (_, log) = owner.get(&format!("log?subject={number}")).await;
        let entries = log["data"]["entries"].as_array().cloned().unwrap_or_default();
        (entries.len() >= 4).then_some(entries)
    })
    .await;
    let actors = log.iter().filter(|entry| entry["method"] == "TransitionOrder");
    let actors: Vec<_> = actors.map(|entry| text(&entry["staffName"])).collect();
    assert_eq!(
        actors,
        ["Hansa Desai", "Ravi Packer", "Ravi Packer", "Hansa Desai"],
        "newest first: {log:?}"
    );
    let weighed = log.iter().find(|entry| entry["method"] == "CorrectParcelWeight");
    let weighed = weighed.expect("a call that names the order by its id is found by the number");
    assert_eq!(
        (&weighed["subject"], &weighed["about"]),
        (&json!(number), &packed["orderId"])
    );
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_permitted_staff_record_payments() {
    let shop = OpenShop::start().await;
    let owner = owned_shop(&shop).await;
    let colleague = invited_packer(&shop, &owner).await;
    let (status, placed) = shop.order(&shop.good_order().await, Some("one-attempt")).await;
    assert_eq!(status, 201, "{placed}");
    let number = text(&placed["data"]["orderNumber"]);
    let (_, order) = colleague.get(&format!("orders/{number}")).await;
    let india = time::UtcOffset::from_hms(5, 30, 0).expect("India's offset from UTC");
    let today = OffsetDateTime::now_utc().to_offset(india).date().to_string();
    let payment = json!({
        "channel": "upi", "reference": "432112345678", "amount": order["data"]["total"], "receivedOn": today,
    });
    let path = format!("orders/{number}/payment");
    let (status, refused) = colleague.send(Method::POST, &path, &payment).await;
    assert_eq!(status, 403, "{refused}");
    let (status, paid) = owner.send(Method::POST, &path, &payment).await;
    assert_eq!(
        (status, &paid["data"]["paymentStatus"]),
        (200, &json!("paid")),
        "{paid}"
    );
    let refused = colleague.refusal(&ListStaffRequest {}).await;
    assert_eq!(refused.code(), Code::PermissionDenied, "{refused}");
    let (status, today) = owner.get("today").await;
    let sold = today["data"]["sales"]
        .as_array()
        .and_then(|days| days.last().cloned());
    assert_eq!(status, 200);
    assert_eq!(
        sold.expect("today is a day")["paid"],
        order["data"]["total"],
        "{today}"
    );

    // No access without a session, or with one that has ended.
    let (status, _) = answer(shop.office(Method::GET, "orders")).await;
    assert_eq!(status, 401);
    let (status, _) = owner.send(Method::DELETE, "session", &json!({})).await;
    assert_eq!(status, 200);
    let (status, _) = owner.get("orders").await;
    assert_eq!(status, 401);
    shop.close().await;
}

/// The office offers transitions by its own table. The order service decides.
#[test]
fn the_office_offers_the_transitions_that_staff_may_make() {
    let states = || (1..=10).map(|number| OrderStatus::try_from(number).expect("a state of the contract"));
    let read = |state: OrderStatus| {
        let name = state
            .as_str_name()
            .trim_start_matches("ORDER_STATUS_")
            .to_lowercase();
        Status::parse(&name).expect("the service knows every state of the contract")
    };
    for from in states() {
        for to in states() {
            let is_offered = office::next_states(from).contains(&to);
            let is_allowed = transition(read(from), read(to), Actor::Staff).is_ok();
            assert_eq!(is_offered, is_allowed, "{from:?} to {to:?}");
        }
    }
}
