//! Requests in any order lead to one order per key and caller, one response, and an error for another
//! payload.

use std::collections::HashMap;

use futures_util::future::join_all;
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};
use proto::order::v1::{PlaceOrderRequest, PlaceOrderResponse};
use tonic::{Code, Status};

use crate::{Shop, count, good_order};

/// The number of tested plans. Each has about twenty requests.
const PLANS: usize = 40;

/// The callers of each key. An unknown caller gets the order of a known caller with the same payload.
const CALLERS: [[&str; 2]; 3] = [["", "asha"], ["asha", "bina"], ["", "bina"]];

/// The key that only known callers send.
const OF_KNOWN: usize = 1;

const PINCODES: [&str; 2] = ["395007", "395008"];

/// A request: the indices of its key, caller and payload.
type Submit = (usize, usize, usize);

/// Generates groups of requests. The requests of a group are concurrent, and the groups are sequential.
fn plan() -> impl Strategy<Value = Vec<Vec<Submit>>> {
    let submit = (0..CALLERS.len(), 0..2_usize, 0..PINCODES.len());
    prop::collection::vec(prop::collection::vec(submit, 1..6), 2..8)
}

fn request(plan: usize, (key, caller, pincode): Submit) -> PlaceOrderRequest {
    PlaceOrderRequest {
        idempotency_key: format!("interleaved-{plan}-{key}"),
        caller: CALLERS[key][caller].to_owned(),
        pincode: PINCODES[pincode].to_owned(),
        ..good_order()
    }
}

/// Checks the responses of a plan. The same key, caller and payload get the same order, two payloads never
/// share an order, and each known caller has one order.
fn check(answered: &[(Submit, Result<PlaceOrderResponse, Status>)]) {
    let mut orders: HashMap<Submit, &PlaceOrderResponse> = HashMap::new();
    let mut payloads: HashMap<&str, usize> = HashMap::new();
    let (mut of_caller, mut callers) = (HashMap::new(), HashMap::new());
    for (submit, answer) in answered {
        let (key, caller, payload) = *submit;
        let receipt = match answer {
            Ok(receipt) => receipt,
            Err(refused) => {
                assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
                let reason = runtime::status::details(refused).reason;
                assert_eq!(reason.as_deref(), Some("KEY_REUSED"), "{refused}");
                continue;
            }
        };
        let first = *orders.entry(*submit).or_insert(receipt);
        assert_eq!(receipt, first, "{submit:?} was answered with two orders");
        let order = receipt.order_id.as_str();
        let of = *payloads.entry(order).or_insert(payload);
        assert_eq!(payload, of, "one order for two payloads");
        if key == OF_KNOWN {
            assert_eq!(
                *of_caller.entry(caller).or_insert(order),
                order,
                "two orders for one key"
            );
            assert_eq!(*callers.entry(order).or_insert(caller), caller, "another's order");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn submits_in_any_order_make_one_order_for_each_key_and_caller() {
    let shop = Shop::open().await;
    let mut runner = TestRunner::new(Config::default());
    for number in 0..PLANS {
        let plan = plan().new_tree(&mut runner).expect("it has no filter").current();
        println!("plan {number}: {plan:?}");
        let mut answered = Vec::new();
        for group in &plan {
            let sent = group.iter().map(|submit| shop.place(request(number, *submit)));
            answered.extend(group.iter().copied().zip(join_all(sent).await));
        }
        check(&answered);
    }
    let pool = shop.database.pool();
    let orders = shop.kept_orders().await;
    assert!(orders > 0, "some were taken");
    let keys = "SELECT count(*) FROM idempotency_keys";
    assert_eq!(
        count(pool, keys).await,
        orders,
        "each order has the key that made it"
    );
    let told = "SELECT count(DISTINCT aggregate_id) FROM outbox";
    assert_eq!(count(pool, told).await, orders, "and is told once");
    assert_eq!(count(pool, "SELECT count(*) FROM outbox").await, orders);
}
