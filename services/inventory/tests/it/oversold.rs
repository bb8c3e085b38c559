//! The list of oversold packs for staff.

use proto::inventory::v1::{
    ListOversoldPacksRequest, ListOversoldPacksResponse,
    oversold_pack_service_client::OversoldPackServiceClient,
};
use sqlx::AssertSqlSafe;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Code, Status, transport::Channel};

use crate::{Stockroom, pack};

impl Stockroom {
    async fn oversold(&self, page_token: &str) -> Result<ListOversoldPacksResponse, Status> {
        let channel = Channel::builder(self.replicas[0].0.url()).connect_lazy();
        let request = ListOversoldPacksRequest {
            page_token: page_token.to_owned(),
        };
        let listed = OversoldPackServiceClient::new(channel)
            .list_oversold_packs(request)
            .await?;
        Ok(listed.into_inner())
    }
}

#[tokio::test]
async fn orders_that_wait_for_packs_are_listed_page_by_page_the_longest_waiting_first() {
    let room = Stockroom::open(1).await;
    assert_eq!(room.oversold("").await.expect("it answers").packs, []);
    // Orders are oversold only after a data loss. These rows imitate that.
    let karela = pack();
    let losing = format!(
        "INSERT INTO oversold_packs (order_id, product_id, weight_in_grams, quantity, noticed_at)
         SELECT gen_random_uuid(), '{}', {}, number, now() - number * interval '1 hour' FROM generate_series(1, 101) AS number",
        karela.product_id, karela.weight_in_grams
    );
    let lost = sqlx::query(AssertSqlSafe(losing))
        .execute(room.database.pool())
        .await;
    lost.expect("an operator may do this");

    let first = room.oversold("").await.expect("it answers");
    let second = room.oversold(&first.next_page_token).await.expect("it answers");
    assert_eq!((first.packs.len(), second.packs.len()), (100, 1));
    assert_eq!(second.next_page_token, "");
    let all = [first.packs, second.packs].concat();
    let quantities: Vec<_> = all.iter().map(|packs| packs.quantity).collect();
    assert_eq!(quantities, (1..=101).rev().collect::<Vec<_>>());
    assert_eq!(all[0].pack.as_ref(), Some(&karela));
    assert_eq!(all[0].product_name, "", "the catalog has not listed the pack");
    OffsetDateTime::parse(&all[0].noticed_at, &Rfc3339).expect("it is RFC 3339");

    for token in ["x", "1_2_3_4", "___"] {
        let refused = room.oversold(token).await.expect_err("it is no token");
        assert_eq!(refused.code(), Code::InvalidArgument, "{token}");
    }
}
