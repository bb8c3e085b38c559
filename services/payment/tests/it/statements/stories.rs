//! The stories.

use proto::{
    csv::v1::{CsvFile, CsvImportState},
    order::v1::{MoneyChannel, RecordPaymentRequest},
    payment::v1::{CheckPaymentRequest, PaymentState, StartPaymentRequest},
};
use runtime::status;
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use super::shop::Shop;
use crate::fake_orders::TOTAL;

/// The recorded payment of a credit of [`TOTAL`].
fn told(order_id: &str, utr: &str) -> RecordPaymentRequest {
    RecordPaymentRequest {
        order_id: order_id.to_owned(),
        channel: MoneyChannel::Upi.into(),
        reference: utr.to_owned(),
        amount_paise: TOTAL,
        received_on: "2026-11-26".to_owned(),
    }
}

#[track_caller]
fn assert_reason(answer: Result<(), Status>, reason: &str) {
    let refused = answer.expect_err("it is refused");
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    assert_eq!(status::details(&refused).reason.as_deref(), Some(reason));
}

const HDFC: &str = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\r\n\
    26/11/26,UPI-RAVI K-RAVI-1@OKSBI-SBIN0000001-633000000001-VM 261126 22222,0000633000000001,26/11/26,,\"1,171.00\",5000.00\r\n\
    26/11/26,UPI-ASHA-ASHA@YBL-SBIN0000001-633000000002-VM 261126 33333,0000633000000002,26/11/26,,1170.00,6170.00\r\n\
    26/11/26,UPI-OM-9876543210@YBL-SBIN0000001-633000000003-THANKS,0000633000000003,26/11/26,,1171.00,7341.00\r\n\
    26/11/26,UPI-ADI-ADI@YBL-SBIN0000001-633000000004-VM 261126 ZZZZZ,0000633000000004,26/11/26,,1171.00,8512.00\r\n\
    26/11/26,UPI-SHOP-SHOP@YBL-SBIN0000001-633000000005-VM 261126 22222,0000633000000005,26/11/26,500.00,,8012.00\r\n";

#[tokio::test]
async fn a_credit_that_names_an_order_and_its_amount_pays_it_once() {
    let shop = Shop::open().await;
    let paid = shop.order("VM-261126-22222");
    shop.order("VM-261126-33333");
    let asked = StartPaymentRequest {
        order_id: paid.clone(),
        return_path: "/order".to_owned(),
    };
    let started = shop
        .payments
        .clone()
        .start_payment(asked)
        .await
        .expect("it is asked for")
        .into_inner();
    let link = started.payment.expect("it is answered").upi_link;
    assert!(
        link.contains("am=1171.00") && link.contains("VM-261126-22222"),
        "{link}"
    );

    let checked = shop.import(HDFC, true).await;
    assert_eq!(
        (checked.state(), checked.rows_done),
        (CsvImportState::Checked, 4),
        "{checked:?}"
    );
    assert_eq!(shop.unmatched(0, "").await.expect("it answers").0, []);

    for _ in 0..2 {
        let import = shop.import(HDFC, false).await;
        assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
        let left = shop.left(3).await;
        let whys: Vec<_> = left
            .iter()
            .map(|credit| (credit.utr.as_str(), credit.why.as_str()))
            .collect();
        assert_eq!(
            whys,
            [
                (
                    "633000000002",
                    "It names VM-261126-33333. This order costs another sum."
                ),
                ("633000000003", "It names no order, or more than one."),
                (
                    "633000000004",
                    "It names VM-261126-ZZZZZ, and there is no such order."
                ),
            ]
        );
        assert!(
            left.iter()
                .all(|credit| !credit.narration.contains('@') && !credit.narration.contains("9876543210"))
        );
        assert_eq!(shop.orders.recorded(), [told(&paid, "633000000001")]);
    }
    assert_eq!(shop.state(&paid).await, PaymentState::Paid);
    let kept = "SELECT count(*) FROM payments JOIN attempts ON attempts.id = attempt_id
        WHERE outcome = 'accepted' AND state = 'paid' AND provider_payment_id = '633000000001'";
    let kept: i64 = sqlx::query_scalar(kept)
        .fetch_one(shop.database.pool())
        .await
        .expect("it is counted");
    assert_eq!(kept, 1, "it can be sent back");
}

#[tokio::test]
async fn a_shopper_who_says_that_they_paid_is_believed_until_the_statement_comes() {
    let shop = Shop::open().await;
    let order_id = shop.order("VM-261126-22222");
    let mut payments = shop.payments.clone();
    let asked = StartPaymentRequest {
        order_id: order_id.clone(),
        return_path: "/order".to_owned(),
    };
    payments.start_payment(asked).await.expect("it is asked for");
    let check = CheckPaymentRequest {
        order_id: order_id.clone(),
    };
    let said = payments.check_payment(check).await.expect("it is answered");
    let said = said.into_inner().payment.expect("it is answered");
    assert_eq!(said.state(), PaymentState::Confirming);
    assert!(!said.upi_link.is_empty(), "the shopper can still pay");
    let waits = "SELECT count(*) FROM attempts WHERE state = 'open' AND due_at > now() + interval '47 hours'";
    let waits: i64 = sqlx::query_scalar(waits)
        .fetch_one(shop.database.pool())
        .await
        .expect("it is counted");
    assert_eq!(waits, 1, "it ends when the order does");
    shop.import(HDFC, false).await;
    shop.left(3).await;
    assert_eq!(shop.state(&order_id).await, PaymentState::Paid);
}

/// The periodic task reads the attempt before the shopper reports the payment, and writes after.
#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_began_before_its_shopper_said_that_they_paid_closes_no_attempt() {
    let shop = Shop::open().await;
    let order_id = shop.order("VM-261126-22222");
    let pool = shop.database.pool();
    let asked = StartPaymentRequest {
        order_id: order_id.clone(),
        return_path: "/order".to_owned(),
    };
    let mut payments = shop.payments.clone();
    payments.start_payment(asked).await.expect("it is asked for");
    // The result of a poll waits for a lock.
    let waiting = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_advisory_xact_lock(5); RETURN NULL; END $$;
        CREATE TRIGGER wait BEFORE UPDATE OF decline ON attempts FOR EACH STATEMENT EXECUTE FUNCTION wait()";
    sqlx::raw_sql(waiting)
        .execute(pool)
        .await
        .expect("it is installed");
    let mut lock = database::begin(pool).await.expect("PostgreSQL answers");
    sqlx::query("SELECT pg_advisory_xact_lock(5)")
        .execute(&mut *lock)
        .await
        .expect("it is free");
    sqlx::query("UPDATE attempts SET due_at = now() - interval '1 second', look_at = now()")
        .execute(pool)
        .await
        .expect("it is over");
    testkit::run_task_now(pool, "open-attempts").await;
    let until = async |what: &str, question: &'static str| {
        eventually(what, async || {
            let is_so: bool = sqlx::query_scalar(question).fetch_one(pool).await.ok()?;
            is_so.then_some(())
        })
        .await;
    };
    until(
        "the task closes the attempt",
        "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON oid = database
           WHERE locktype = 'advisory' AND objid = 5 AND NOT granted AND datname = current_database())",
    )
    .await;
    let check = CheckPaymentRequest {
        order_id: order_id.clone(),
    };
    payments.check_payment(check).await.expect("it is answered");
    lock.rollback().await.expect("PostgreSQL answers");
    until(
        "the task ends",
        "SELECT holder IS NULL FROM periodic_tasks WHERE name = 'open-attempts'",
    )
    .await;
    assert_eq!(shop.state(&order_id).await, PaymentState::Confirming);
}

#[tokio::test]
async fn staff_say_what_the_others_were() {
    let shop = Shop::open().await;
    let order = shop.order("VM-261126-33333");
    shop.order("VM-261126-44444");
    let import = shop.import(HDFC, false).await;
    assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
    let left = shop.left(4).await;
    let [_, _, paying, other] = left.as_slice() else {
        panic!("four are left: {left:?}");
    };

    for number in ["vm 261126 33333", "VM-261126-33333"] {
        shop.say(paying, number, "She called")
            .await
            .expect("the same again changes nothing");
    }
    assert_eq!(shop.orders.recorded(), [told(&order, "633000000003")]);
    assert_reason(shop.say(paying, "VM-261126-44444", "").await, "MATCHED");
    assert_reason(shop.say(other, "VM-261126-33333", "").await, "ALREADY_PAID");
    let unknown = shop
        .say(other, "VM-261126-55555", "")
        .await
        .expect_err("there is no such order");
    assert_eq!(unknown.code(), Code::NotFound, "{unknown}");
    let silent = shop.say(other, "", "").await.expect_err("it needs a note");
    assert_eq!(silent.code(), Code::InvalidArgument, "{silent}");
    for _ in 0..2 {
        shop.say(other, "", "Rent of the shelf")
            .await
            .expect("it is set aside");
    }
    assert_reason(shop.say(other, "VM-261126-44444", "").await, "MATCHED");

    let (first, token) = shop.unmatched(1, "").await.expect("a page");
    let (second, end) = shop.unmatched(1, &token).await.expect("the next page");
    let mut utrs: Vec<_> = first
        .iter()
        .chain(&second)
        .map(|credit| credit.utr.as_str())
        .collect();
    utrs.sort_unstable();
    assert_eq!(utrs, ["633000000001", "633000000002"]);
    assert_eq!(shop.unmatched(1, &end).await.expect("nothing behind it").0, []);
}

#[tokio::test]
async fn other_banks_are_read_and_an_order_service_that_is_away_is_asked_again() {
    let shop = Shop::open().await;
    let (first, second) = (shop.order("VM-261126-22222"), shop.order("VM-261126-33333"));
    shop.orders.set_away(true);
    let sbi = "Account Name\t:Somebody\n\nTxn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance\n\
        26 Nov 2026\t26 Nov 2026\tBY TRANSFER-UPI/CR/633000000001/RAVI K/UTIB/raviki/VM26112622222--\tTRANSFER FROM 4897733162090\t\t1,171.00\t5,000.00\n";
    assert_eq!(shop.import(sbi, false).await.state(), CsvImportState::Applied);
    let icici = "S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )\n\
        1,26/11/2026,26/11/2026,-,UPI/633000000002/vm-261126-33333/asha@okaxis/Axis Bank,0.0,1171.0,6171.0\n";
    assert_eq!(shop.import(icici, false).await.state(), CsvImportState::Applied);
    let (waiting, _) = shop.unmatched(0, "").await.expect("they are listed");
    assert_eq!(waiting.len(), 2, "waiting credits are shown: {waiting:?}");
    assert_eq!(shop.orders.recorded(), []);
    shop.orders.set_away(false);
    shop.left(0).await;
    let mut recorded = shop.orders.recorded();
    recorded.sort_by(|one, other| one.reference.cmp(&other.reference));
    assert_eq!(
        recorded,
        [told(&first, "633000000001"), told(&second, "633000000002")]
    );
}

#[tokio::test]
async fn errors_name_the_line_of_the_banks_file() {
    let shop = Shop::open().await;
    let own = "utr,amount,received_on,narration\n633000000001,1171,2026-11-26,\n";
    assert_eq!(shop.import(own, false).await.state(), CsvImportState::Applied);
    let sbi = "Somebody's account\n\nTxn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance\n\
        26 Nov 2026,26 Nov 2026,BY TRANSFER-UPI/CR/633000000009/A/B/c/x,,,1171.00,1\n\
        26 Nov 2026,26 Nov 2026,BY TRANSFER-UPI/CR/633000000001/A/B/c/x,,,1172.00,1\n";
    let refused = shop.import(sbi, false).await;
    assert_eq!(refused.state(), CsvImportState::Refused, "{refused:?}");
    let errors: Vec<_> = refused
        .errors
        .iter()
        .map(|error| (error.line, error.column.as_str()))
        .collect();
    assert_eq!(errors, [(5, "utr")]);
    shop.left(1).await;

    let file = CsvFile {
        import_id: Uuid::new_v4().to_string(),
        is_dry_run: false,
        content: b"sku,mrp\nA,1\n".to_vec(),
    };
    let unknown = shop.start(file).await.expect_err("it is no statement");
    let fields = status::details(&unknown).violations;
    assert_eq!(
        fields.first().map(|wrong| wrong.field.as_str()),
        Some("file.content"),
        "{unknown}"
    );
}
