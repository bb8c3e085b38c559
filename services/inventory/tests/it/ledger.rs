//! Changes to batches by staff.

use proto::inventory::v1::{AdjustBatchRequest, RecallBatchRequest, ReceiveBatchRequest};
use tonic::Code;
use uuid::Uuid;

use crate::{Stockroom, left, pack, receipt};

#[tokio::test]
async fn a_receipt_counts_once_and_a_batch_has_one_label() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let request = ReceiveBatchRequest {
        pack: Some(pack.clone()),
        quantity: 40,
        ..receipt("KRL-1")
    };
    for _ in 0..2 {
        let received = room.inventory(0).receive_batch(request.clone()).await;
        let batch = received.expect("it is received").into_inner().batch;
        assert_eq!(batch.expect("it is answered").on_hand, 40);
    }
    // More of the same batch.
    let more = ReceiveBatchRequest {
        receipt_id: Uuid::now_v7().to_string(),
        ..request.clone()
    };
    room.inventory(0)
        .receive_batch(more)
        .await
        .expect("it is received");
    assert_eq!(room.counts(&pack).await, (80, 0));

    let otherwise = [
        ReceiveBatchRequest {
            receipt_id: Uuid::now_v7().to_string(),
            mrp_paise: 1,
            ..request.clone()
        },
        ReceiveBatchRequest {
            quantity: 41,
            ..request.clone()
        },
    ];
    for request in otherwise {
        let refused = room.inventory(0).receive_batch(request).await;
        assert_eq!(refused.expect_err("it is another").code(), Code::AlreadyExists);
    }
    assert_eq!(room.counts(&pack).await, (80, 0));
    room.assert_sums().await;
}

#[tokio::test]
async fn everything_wrong_with_a_receipt_is_said_at_once() {
    let room = Stockroom::open(1).await;
    let request = ReceiveBatchRequest {
        receipt_id: "1".to_owned(),
        batch_number: String::new(),
        packed_on: "yesterday".to_owned(),
        mrp_paise: 0,
        quantity: 0,
        ..receipt("")
    };
    let refused = room.inventory(0).receive_batch(request).await;
    let refused = refused.expect_err("it is refused");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let violations = runtime::status::details(&refused).violations;
    let fields: Vec<_> = violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(
        fields,
        [
            "receipt_id",
            "pack",
            "batch_number",
            "packed_on",
            "mrp_paise",
            "quantity"
        ]
    );
    let refused = room
        .inventory(0)
        .receive_batch(ReceiveBatchRequest {
            pack: Some(pack()),
            best_before: "2026-10-01".to_owned(),
            ..receipt("A")
        })
        .await;
    let violations = runtime::status::details(&refused.expect_err("it is no shelf life")).violations;
    assert_eq!(violations[0].field, "best_before");
}

#[tokio::test]
async fn a_correction_leaves_what_orders_wait_for() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let batch = room.receive(&pack, 10).await;
    room.reserve(Uuid::now_v7(), &[(pack.clone(), 6)])
        .await
        .expect("they are there");
    let refused = room.adjust(&batch, -5).await.expect_err("six are waited for");
    assert_eq!(refused.code(), Code::FailedPrecondition);
    assert!(
        refused.message().contains("6 of these 10"),
        "{}",
        refused.message()
    );
    assert_eq!(room.adjust(&batch, -4).await.expect("four can go").on_hand, 6);
    assert_eq!(room.adjust(&batch, 2).await.expect("two were found").on_hand, 8);
    let unknown = AdjustBatchRequest {
        adjustment_id: Uuid::now_v7().to_string(),
        batch_id: Uuid::now_v7().to_string(),
        quantity: -1,
        is_write_off: true,
        reason: "Torn".to_owned(),
        ..AdjustBatchRequest::default()
    };
    let refused = room.inventory(0).adjust_batch(unknown).await;
    assert_eq!(refused.expect_err("there is none").code(), Code::NotFound);
    room.assert_sums().await;
}

#[tokio::test]
async fn a_recalled_batch_is_sold_no_more_and_names_its_orders() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let batch = room.receive(&pack, 10).await;
    let order = Uuid::now_v7();
    room.reserve(order, &[(pack.clone(), 4)])
        .await
        .expect("they are there");
    let recall = RecallBatchRequest {
        batch_id: batch.batch_id.clone(),
        actor_id: String::new(),
        reason: "The laboratory found sand".to_owned(),
        page_token: String::new(),
    };
    for _ in 0..2 {
        let recalled = room.inventory(0).recall_batch(recall.clone()).await;
        let recalled = recalled.expect("it is recalled").into_inner();
        let orders: Vec<_> = recalled
            .orders
            .iter()
            .map(|order| (order.order_id.as_str(), order.quantity))
            .collect();
        assert_eq!(orders, [(order.to_string().as_str(), 4)]);
        let batch = recalled.batch.expect("it is answered");
        assert!(batch.is_recalled && batch.on_hand == 10);
    }
    let refused = room.reserve(Uuid::now_v7(), &[(pack.clone(), 1)]).await;
    assert_eq!(left(&refused.expect_err("nothing may be sold")), [0]);
    assert_eq!(room.standings().await.len(), 1, "shoppers are told");
}

#[tokio::test]
async fn the_ledger_only_grows_and_alone_says_what_is_there() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    room.receive(&pack, 10).await;
    for sql in [
        "UPDATE movements SET quantity = 1",
        "DELETE FROM movements",
        "UPDATE batches SET on_hand = 99",
        "UPDATE batches SET reserved = 11",
    ] {
        let done = sqlx::query(sql).execute(room.database.pool()).await;
        done.expect_err(sql);
    }
    assert_eq!(room.counts(&pack).await, (10, 0));
}
