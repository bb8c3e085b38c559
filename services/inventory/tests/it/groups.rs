//! Orders in a group: each gets its own outcome, and one order's failure does not affect the others.

use futures_util::future::join_all;
use proto::inventory::v1::Pack;
use sqlx::{Connection as _, PgConnection};
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{Stockroom, left, pack};

impl Stockroom {
    /// Locks the pack's row until the transaction ends, like a slow transaction.
    pub(crate) async fn hold(&self, pack: &Pack) -> PgConnection {
        let connection = PgConnection::connect(self.database.url()).await;
        let mut connection = connection.expect("the database answers");
        let begun = sqlx::raw_sql("BEGIN").execute(&mut connection).await;
        begun.expect("it begins");
        let held = sqlx::query("SELECT FROM packs WHERE product_id::text = $1 FOR UPDATE")
            .bind(&pack.product_id)
            .execute(&mut connection)
            .await;
        assert_eq!(held.expect("it is locked").rows_affected(), 1);
        connection
    }

    /// Reserves as the order service does: retries while the stock is busy.
    async fn reserve_at_last(&self, order_id: Uuid, lines: &[(Pack, i32)]) -> Result<(), Status> {
        testkit::decided(async || self.reserve(order_id, lines).await).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buyer_of_another_pack_does_not_wait_for_the_locked_one() {
    let room = Stockroom::open(1).await;
    let (stuck, other) = (pack(), pack());
    room.receive(&stuck, 50).await;
    room.receive(&other, 50).await;
    let mut held = room.hold(&stuck).await;
    let waiting = (0..3).map(|_| {
        let (room, lines) = (&room, [(stuck.clone(), 1)]);
        async move { room.reserve_at_last(Uuid::now_v7(), &lines).await }
    });
    let served = async {
        let others = (0..20).map(|_| {
            let (room, lines) = (&room, [(other.clone(), 1)]);
            async move { room.reserve_at_last(Uuid::now_v7(), &lines).await }
        });
        let others = join_all(others).await;
        assert!(others.iter().all(Result::is_ok), "{others:?}");
        let ended = sqlx::raw_sql("COMMIT").execute(&mut held).await;
        ended.expect("the others were served before");
    };
    let (waited, ()) = tokio::join!(join_all(waiting), served);
    assert!(waited.iter().all(Result::is_ok), "{waited:?}");
    assert_eq!(room.counts(&stuck).await, (50, 3));
    assert_eq!(room.counts(&other).await, (50, 20));
    room.assert_sums().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_one_order_is_no_other_ones() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    room.receive(&pack, 50).await;
    room.execute(
        "CREATE FUNCTION refuse_nines() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF NEW.quantity = 9 THEN RAISE EXCEPTION 'no nine'; END IF;
             RETURN NEW;
         END $$",
    )
    .await;
    room.execute("CREATE TRIGGER refuse_nines BEFORE INSERT ON reserved_packs FOR EACH ROW EXECUTE FUNCTION refuse_nines()")
        .await;
    // While the pack is locked, all of them queue for one or two groups.
    let mut held = room.hold(&pack).await;
    let asking = [1, 2, 9, 3, 60].map(|quantity| {
        let (room, lines) = (&room, [(pack.clone(), quantity)]);
        async move { room.reserve_at_last(Uuid::now_v7(), &lines).await }
    });
    let release = async {
        eventually("a buyer waits for the pack", async || {
            let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
            (room.count(waiting).await > 0).then_some(())
        })
        .await;
        let ended = sqlx::raw_sql("COMMIT").execute(&mut held).await;
        ended.expect("it ends");
    };
    let (answers, ()) = tokio::join!(join_all(asking), release);
    let codes = [0, 1, 3].map(|place| answers[place].is_ok());
    assert_eq!(codes, [true; 3], "{answers:?}");
    let failed = answers[2].as_ref().expect_err("it is refused");
    assert_ne!(failed.code(), Code::FailedPrecondition, "{failed}");
    let left = left(answers[4].as_ref().expect_err("there are fewer"));
    assert!(left[0] >= 44, "{left:?}");
    assert_eq!(room.counts(&pack).await, (50, 6));
    room.assert_sums().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn submits_of_one_order_at_once_reserve_once() {
    let room = Stockroom::open(2).await;
    let pack = pack();
    room.receive(&pack, 50).await;
    let order_id = Uuid::now_v7();
    let submits = (0..64).map(|number| {
        let (room, pack) = (&room, pack.clone());
        let request = crate::reserving(order_id, &[(pack, 3)]);
        async move { room.inventory(number).reserve(request).await }
    });
    let answers = join_all(submits).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(room.counts(&pack).await, (50, 3));
    room.assert_sums().await;
}
