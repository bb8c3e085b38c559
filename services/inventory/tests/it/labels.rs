//! The label data of the packs that are sold next.

use proto::inventory::v1::{GetLabelsRequest, Label, Pack, RecallBatchRequest, ReceiveBatchRequest};
use tonic::Code;
use uuid::Uuid;

use crate::{Stockroom, pack, receipt};

impl Stockroom {
    async fn labels(&self, pack: &Pack) -> Vec<Label> {
        let request = GetLabelsRequest {
            product_id: pack.product_id.clone(),
        };
        let labels = self.inventory(0).get_labels(request).await;
        labels.expect("the inventory answers").into_inner().labels
    }
}

fn numbers(labels: &[Label]) -> Vec<(i32, &str)> {
    let numbers = labels.iter();
    numbers
        .map(|label| (label.weight_in_grams, label.batch_number.as_str()))
        .collect()
}

#[tokio::test]
async fn labels_are_those_of_the_batches_that_go_next() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let heavy = Pack {
        weight_in_grams: 250,
        ..pack.clone()
    };
    let batches = [
        (&pack, "LATE", "2190-01-01", 10),
        (&pack, "SOON", "2180-01-01", 3),
        (&heavy, "HEAVY", "2185-01-01", 1),
    ];
    let mut ids = Vec::new();
    for (pack, number, best_before, quantity) in batches {
        let request = ReceiveBatchRequest {
            pack: Some(pack.clone()),
            best_before: best_before.to_owned(),
            quantity,
            ..receipt(number)
        };
        let received = room.inventory(0).receive_batch(request).await;
        let batch = received.expect("it is received").into_inner().batch;
        ids.push(batch.expect("it is answered").batch_id);
    }
    let labels = room.labels(&pack).await;
    assert_eq!(numbers(&labels), [(100, "SOON"), (250, "HEAVY")]);
    let Label {
        packed_on,
        best_before,
        mrp_paise,
        ..
    } = &labels[0];
    let printed = (packed_on.as_str(), best_before.as_str(), *mrp_paise);
    assert_eq!(printed, ("2026-10-01", "2180-01-01", 29_800));

    // The next buyer gets the following batch. A sold-out pack has no label.
    room.reserve(Uuid::now_v7(), &[(pack.clone(), 3), (heavy, 1)])
        .await
        .expect("they are there");
    assert_eq!(numbers(&room.labels(&pack).await), [(100, "LATE")]);
    let recall = RecallBatchRequest {
        batch_id: ids[0].clone(),
        reason: "Damp".to_owned(),
        ..RecallBatchRequest::default()
    };
    let recalled = room.inventory(0).recall_batch(recall).await;
    recalled.expect("it is recalled");
    assert!(room.labels(&pack).await.is_empty());
}

#[tokio::test]
async fn a_product_without_counted_stock_has_no_labels() {
    let room = Stockroom::open(1).await;
    assert!(room.labels(&pack()).await.is_empty());
    let request = GetLabelsRequest {
        product_id: "karela".to_owned(),
    };
    let refused = room.inventory(0).get_labels(request).await;
    assert_eq!(refused.expect_err("it is no id").code(), Code::InvalidArgument);
}
