//! Sales: one document each, numbered without a gap.

use std::{collections::BTreeSet, path::Path};

use billing::InvoiceAt;
use proto::{
    billing::v1::{DocumentKind, ListSaleDocumentsRequest, PrintSaleDocumentsRequest},
    order::v1::{MoneyChannel, Order, OrderStatus, ReceivedPayment},
};
use testkit::eventually;
use tonic::Code;
use uuid::Uuid;

use crate::shop::{Shop, order, status_changed};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_leaves_is_invoiced_once() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = shop.ship(order()).await;
    let documents = billing.wait_for(&order, 1).await;
    let invoice = &documents[0];
    assert_eq!(
        (invoice.kind(), invoice.total_paise),
        (DocumentKind::Invoice, 53_800)
    );
    assert_eq!(
        (&invoice.order_number, invoice.corrects.as_str()),
        (&order.order_number, "")
    );
    assert!(
        invoice.number.starts_with("INV-") && invoice.number.ends_with("-000001"),
        "{invoice:?}"
    );
    assert!(invoice.number.len() <= 16);

    // The same order in another event. A second order's document shows that it was handled.
    shop.tell("shop.order.shipped.v1", &status_changed(&order)).await;
    let other = shop.ship(crate::shop::order()).await;
    assert!(billing.wait_for(&other, 1).await[0].number.ends_with("-000002"));
    assert_eq!(
        billing.documents(&order.order_id).await.expect("it answers"),
        documents
    );

    let pdf = billing
        .pdf(&order.order_id, &invoice.document_id)
        .await
        .expect("it is there");
    assert!(pdf.starts_with(b"%PDF-"));
    let again = billing.pdf(&order.order_id, &invoice.document_id).await;
    assert_eq!(again.expect("it is there"), pdf);
    // A copy for manual inspection.
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("invoice.pdf");
    std::fs::write(place, &pdf).expect("the folder is there");
    let is_hash: bool = sqlx::query_scalar(
        "SELECT file_sha256 = sha256(pdf) FROM documents JOIN document_files ON document_id = id WHERE id = $1",
    )
    .bind(Uuid::parse_str(&invoice.document_id).expect("it is one"))
    .fetch_one(shop.database.pool())
    .await
    .expect("it is kept");
    assert!(is_hash);

    let of_other = billing.pdf(&other.order_id, &invoice.document_id).await;
    assert_eq!(of_other.expect_err("it is another's").code(), Code::NotFound);
    let no_id = billing.documents("x").await.expect_err("it is none");
    assert_eq!(no_id.code(), Code::InvalidArgument);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_issued_document_cannot_be_changed() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = shop.ship(order()).await;
    billing.wait_for(&order, 1).await;
    for change in [
        "UPDATE documents SET total_paise = 1",
        "DELETE FROM document_files",
        "TRUNCATE documents CASCADE",
        "UPDATE document_files SET pdf = ''",
    ] {
        let refused = sqlx::query(change).execute(shop.database.pool()).await;
        let refused = refused.expect_err("it only grows").to_string();
        assert!(refused.contains("only grows"), "{change}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_replicas_that_are_killed_again_and_again_number_five_hundred_orders_without_a_gap() {
    let shop = Shop::open().await;
    let mut replicas = [shop.program(), shop.program()];
    for _ in 0..500 {
        let order = shop.ship(order()).await;
        // Each event is published twice.
        shop.tell("shop.order.shipped.v1", &status_changed(&order)).await;
    }
    let (mut kept, mut kills) = (0, 0);
    while kept < 500 {
        // Waits as long as there is progress, because a busy machine may need more than a minute in total.
        kept = eventually("more documents are issued", async || {
            let now: i64 = count(&shop).await;
            (now >= (kept + 40).min(500)).then_some(now)
        })
        .await;
        if kept < 500 {
            replicas[kills % 2] = shop.program();
            kills += 1;
        }
    }
    println!("500 documents by two replicas, of which {kills} were killed");
    assert!(kills > 3, "{kills} were killed");
    assert_eq!(kept, 500);
    let told: Vec<(String, i32)> = sqlx::query_as("SELECT number, serial FROM documents ORDER BY serial")
        .fetch_all(shop.database.pool())
        .await
        .expect("they are kept");
    let serials: Vec<_> = told.iter().map(|(_, serial)| *serial).collect();
    assert_eq!(serials, (1..=500).collect::<Vec<_>>());
    let numbers: BTreeSet<_> = told.iter().map(|(number, _)| number).collect();
    assert_eq!(numbers.len(), 500);
    let orders: i64 = sqlx::query_scalar("SELECT count(DISTINCT order_id) FROM documents")
        .fetch_one(shop.database.pool())
        .await
        .expect("they are kept");
    assert_eq!(orders, 500);
}

async fn count(shop: &Shop) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM documents")
        .fetch_one(shop.database.pool())
        .await
        .expect("they can be counted")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_without_a_gstin_issues_a_bill_of_supply() {
    let shop = Shop::open().await;
    shop.catalog.shop.change(|facts| facts.gstin.clear());
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let order = shop.ship(order()).await;
    let bill = billing.wait_for(&order, 1).await.remove(0);
    assert_eq!(
        (bill.kind(), bill.total_paise),
        (DocumentKind::BillOfSupply, 53_800)
    );
    assert!(bill.number.starts_with("BOS-"), "{bill:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_packed_order_is_invoiced_for_its_parcel_and_credited_when_it_is_cancelled() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Packing).await;
    let packed = |order| shop.to(order, OrderStatus::Packed, "shop.order.packed.v1");
    let sent = packed(order()).await;
    let invoice = billing.wait_for(&sent, 1).await;
    assert!(invoice[0].number.ends_with("-000001"), "{invoice:?}");
    // Shipping issues nothing again. Another order's document shows that the event was handled.
    let sent = shop.ship(sent).await;

    let cancelled = packed(order()).await;
    billing.wait_for(&cancelled, 1).await;
    let cancelled = shop
        .to(cancelled, OrderStatus::Cancelled, "shop.order.cancelled.v1")
        .await;
    let documents = billing.wait_for(&cancelled, 2).await;
    assert_eq!(
        (
            documents[1].kind(),
            documents[1].total_paise,
            &documents[1].corrects
        ),
        (DocumentKind::CreditNote, 53_800, &documents[0].number)
    );
    let pdf = billing.pdf(&cancelled.order_id, &documents[1].document_id).await;
    assert!(pdf.expect("it is there").starts_with(b"%PDF-"));
    let reason: String = sqlx::query_scalar(
        "SELECT facts -> 'corrects' ->> 'reason' FROM documents WHERE kind = 'credit_note'",
    )
    .fetch_one(shop.database.pool())
    .await
    .expect("it is kept");
    assert_eq!(reason, "The order was cancelled");
    assert_eq!(
        billing.documents(&sent.order_id).await.expect("it answers"),
        invoice
    );

    // An order that was cancelled before its packing event was handled gets no document.
    let mut both = order();
    both.set_status(OrderStatus::Packed);
    let both = shop
        .to(both, OrderStatus::Cancelled, "shop.order.cancelled.v1")
        .await;
    shop.tell("shop.order.packed.v1", &status_changed(&both)).await;
    let last = packed(order()).await;
    let last = billing.wait_for(&last, 1).await;
    assert!(last[0].number.ends_with("-000003"), "{last:?}");
    assert_eq!(billing.documents(&both.order_id).await.expect("it answers"), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_invoices_of_many_orders_are_printed_at_once_in_their_order() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Packing).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        let packed = shop
            .to(order(), OrderStatus::Packed, "shop.order.packed.v1")
            .await;
        billing.wait_for(&packed, 1).await;
        ids.insert(0, packed.order_id);
    }
    // An order without a document.
    ids.insert(1, Uuid::now_v7().to_string());
    let mut client = billing.client.clone();
    let listed = client
        .list_sale_documents(ListSaleDocumentsRequest {
            order_ids: ids.clone(),
        })
        .await;
    let documents = listed.expect("it answers").into_inner().documents;
    let serials: Vec<_> = documents
        .iter()
        .map(|document| &document.number[document.number.len() - 1..])
        .collect();
    assert_eq!(serials, ["3", "2", "1"]);
    let printed = client
        .print_sale_documents(PrintSaleDocumentsRequest {
            order_ids: ids.clone(),
        })
        .await;
    let pdf = printed.expect("it answers").into_inner().pdf;
    let pages = pdf
        .windows(12)
        .filter(|part| *part == b"/Type /Page\n" || *part == b"/Type/Page/P")
        .count();
    assert_eq!(pages, 3, "{}", String::from_utf8_lossy(&pdf[..400]));
    let request = PrintSaleDocumentsRequest {
        order_ids: vec![ids[1].clone()],
    };
    let none = client.print_sale_documents(request).await;
    assert_eq!(none.expect_err("it has none").code(), Code::NotFound);
    let request = ListSaleDocumentsRequest {
        order_ids: vec![ids[1].clone(); 101],
    };
    let many = client.list_sale_documents(request).await;
    assert_eq!(many.expect_err("it is too many").code(), Code::InvalidArgument);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_may_invoice_when_it_is_paid() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Payment).await;
    let paid = |channel: MoneyChannel| Order {
        payment: Some(ReceivedPayment {
            channel: channel.into(),
            amount_paise: 53_800,
            ..ReceivedPayment::default()
        }),
        ..order()
    };
    let (at_the_door, before) = (paid(MoneyChannel::CashOnDelivery), paid(MoneyChannel::Upi));
    let at_the_door = shop
        .to(at_the_door, OrderStatus::Confirmed, "shop.order.paid.v1")
        .await;
    let before = shop
        .to(before, OrderStatus::Confirmed, "shop.order.paid.v1")
        .await;
    billing.wait_for(&before, 1).await;
    // It is invoiced at shipping. An order that was invoiced before is not invoiced again.
    let before = shop.ship(before).await;
    let at_the_door = shop.ship(at_the_door).await;
    billing.wait_for(&at_the_door, 1).await;
    assert_eq!(
        billing
            .documents(&before.order_id)
            .await
            .expect("it answers")
            .len(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn goods_without_a_known_rate_take_no_number() {
    let shop = Shop::open().await;
    "0910".clone_into(&mut shop.catalog.hsn_code.lock().expect("the mutex is not poisoned"));
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let unknown = shop.ship(order()).await;
    eventually("it was tried", async || {
        let asked = *shop.catalog.asked.lock().expect("the mutex is not poisoned");
        (asked > 0).then_some(())
    })
    .await;
    "1211".clone_into(&mut shop.catalog.hsn_code.lock().expect("the mutex is not poisoned"));
    let known = shop.ship(order()).await;
    let invoice = billing.wait_for(&known, 1).await.remove(0);
    assert!(invoice.number.ends_with("-000001"), "{invoice:?}");
    assert!(
        billing
            .documents(&unknown.order_id)
            .await
            .expect("it answers")
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn dates_no_number_of_a_new_financial_year_into_the_old_one() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let first = shop.ship(order()).await;
    billing.wait_for(&first, 1).await;
    // The clock was ahead into the next year, and was set back.
    sqlx::raw_sql(
        "INSERT INTO documents (id, kind, financial_year, serial, number, order_id, order_number, issued_on, issued_at, cause,
           cause_id, total_paise, facts, file_sha256)
         SELECT gen_random_uuid(), kind, financial_year + 1, 1, 'INV-NEXT', order_id, order_number,
           make_date(financial_year + 1, 4, 1), make_date(financial_year + 1, 4, 1) + time '06:00', cause, 'next', total_paise,
           facts, file_sha256 FROM documents;
         UPDATE number_series SET financial_year = financial_year + 1, last_serial = 1 WHERE kind = 'invoice'",
    )
    .execute(shop.database.pool())
    .await
    .expect("the series can be moved on");
    let second = shop.ship(order()).await;
    billing.wait_for(&second, 1).await;
    let is_of_new_year: bool = sqlx::query_scalar(
        "SELECT serial = 2 AND issued_on >= make_date(financial_year, 4, 1) FROM documents WHERE order_id = $1::text::uuid",
    )
    .bind(&second.order_id)
    .fetch_one(shop.database.pool())
    .await
    .expect("it is kept");
    assert!(is_of_new_year);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_database_gives_no_number_again() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let first = shop.ship(order()).await;
    let first = billing.wait_for(&first, 1).await.remove(0).number;
    drop(billing);
    // As after a restore from a backup that was made before the first invoice.
    let set_back = "UPDATE number_series SET financial_year = 0, last_serial = 0";
    let setting = sqlx::query(set_back).execute(shop.database.pool()).await;
    setting.expect("an operator may do this");
    shop.database.mark_restored().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let mut numbers = BTreeSet::from([first.clone()]);
    for serial in 1..=2 {
        let order = shop.ship(order()).await;
        let number = billing.wait_for(&order, 1).await.remove(0).number;
        assert!(
            number.len() == 16 && number.ends_with(&format!("00000{serial}")),
            "{number}"
        );
        assert!(
            !number.contains('-'),
            "{number} is of another series than {first}"
        );
        numbers.insert(number);
    }
    assert_eq!(numbers.len(), 3, "{numbers:?}");
}
