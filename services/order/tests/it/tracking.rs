//! Imports of tracking numbers, which ship packed orders and correct parcels.

use proto::{
    csv::v1::{CsvFile, CsvImport, CsvImportState},
    order::v1::{GetTrackingImportRequest, OrderStatus, StartTrackingImportRequest},
};

use crate::{
    Shop,
    cash::{file, told},
    count,
    staff::{BINA, Office},
};

const PACKED: [OrderStatus; 2] = [OrderStatus::Confirmed, OrderStatus::Packed];

const SHIPPED_EVENTS: &str = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.shipped.v1'";

const CORRECTED_EVENTS: &str = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.parcel_corrected.v1'";

impl Office {
    /// Imports a file and returns its final state.
    pub(crate) async fn track(&self, file: CsvFile) -> CsvImport {
        let import_id = file.import_id.clone();
        let asked = StartTrackingImportRequest { file: Some(file) };
        let request = self.keys.request(BINA, asked);
        let started = self.tracking.clone().start_tracking_import(request).await;
        started.expect("it is taken");
        testkit::eventually("the file is read", async || {
            let asked = GetTrackingImportRequest {
                import_id: import_id.clone(),
            };
            let request = self.keys.request(BINA, asked);
            let got = self.tracking.clone().get_tracking_import(request).await;
            let import = got.expect("it is kept").into_inner().import;
            import.filter(|import| import.state() != CsvImportState::Running)
        })
        .await
    }
}

impl Shop {
    /// Places a COD order and takes it through these statuses. Returns its number and ID.
    pub(crate) async fn order_in<const STEPS: usize>(&self, way: [OrderStatus; STEPS]) -> (String, String) {
        let placed = self.place_cash_order().await;
        for (version, to) in (1..).zip(way) {
            self.go(&placed.order_id, version, to).await;
        }
        (placed.order_number, placed.order_id)
    }
}

/// Builds a file with these rows: an order number and a tracking number.
fn rows(rows: &[(&str, &str)]) -> String {
    let rows = rows
        .iter()
        .map(|(order, parcel)| format!("{order},India Post,{parcel}\n"));
    format!(
        "order_number,carrier,tracking_number\n{}",
        rows.collect::<String>()
    )
}

#[tokio::test]
async fn packed_orders_leave_with_their_numbers_once_and_wrong_numbers_are_corrected() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let (packed, packed_id) = shop.order_in(PACKED).await;
    let way = [OrderStatus::Confirmed, OrderStatus::Packed, OrderStatus::Shipped];
    let (same, same_id) = shop.order_in(way).await;
    let (other, other_id) = shop.order_in(way).await;
    let content = rows(&[
        (&packed.to_lowercase(), "EK1"),
        (&same, "EK123456789IN"),
        (&other, "EK2"),
    ]);
    let dry = CsvFile {
        is_dry_run: true,
        ..file(&content)
    };
    let checked = office.track(dry).await;
    assert_eq!(checked.state(), CsvImportState::Checked, "{checked:?}");
    assert_eq!(shop.kept(&packed_id).await.0.status(), OrderStatus::Packed);
    assert!(shop.inventory.released().is_empty(), "a dry run lets none go");

    let applied = office.track(file(&content)).await;
    assert_eq!(
        (applied.state(), applied.rows_done),
        (CsvImportState::Applied, 3),
        "{applied:?}"
    );
    let (shipped, _) = shop.kept(&packed_id).await;
    let parcel = shipped.parcel.as_ref().expect("it has one");
    assert_eq!(
        (parcel.carrier.as_str(), parcel.tracking_number.as_str()),
        ("India Post", "EK1")
    );
    assert_eq!((shipped.status(), shipped.version), (OrderStatus::Shipped, 4));
    assert!(shop.inventory.released().contains(&packed_id));
    let (kept, _) = shop.kept(&same_id).await;
    assert_eq!(kept.version, 4, "nothing was to be done");
    let (corrected, _) = shop.kept(&other_id).await;
    let parcel = corrected.parcel.as_ref().expect("it has one");
    assert_eq!(
        (parcel.tracking_number.as_str(), parcel.tracking_url.as_str()),
        ("EK2", ""),
        "the address was that of the wrong number"
    );
    let change = corrected.changes.last().expect("it is told");
    assert_eq!(
        (change.version, change.to(), change.reason.as_str()),
        (5, OrderStatus::Shipped, "The tracking number was corrected")
    );
    let by_bina = "SELECT count(*) FROM order_changes
        WHERE to_status = 'shipped' AND actor = 'staff' AND actor_id = '0190b6a0-0000-7000-8000-00000000b17a'";
    assert_eq!(count(shop.database.pool(), by_bina).await, 2);
    assert_eq!(count(shop.database.pool(), SHIPPED_EVENTS).await, 3);
    assert_eq!(count(shop.database.pool(), CORRECTED_EVENTS).await, 1);

    // The same file again changes nothing.
    let again = office.track(file(&content)).await;
    assert_eq!(again.state(), CsvImportState::Applied, "{again:?}");
    assert_eq!(count(shop.database.pool(), SHIPPED_EVENTS).await, 3);
    assert_eq!(count(shop.database.pool(), CORRECTED_EVENTS).await, 1);
}

#[tokio::test]
async fn releases_no_pack_of_a_file_that_is_refused_behind_its_first_rows() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    // More rows than one part of an import has.
    shop.execute(
        "WITH placed AS (
           INSERT INTO orders (id, order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise,
             placed_at, status, payment_method)
           SELECT gen_random_uuid(), 'VM-TEST-' || number, 'Asha Patel', 'asha@example.com', '9876543210', '12 Ring Road',
             '395007', 24900, now(), 'packed', 'cash_on_delivery' FROM generate_series(1, 1000) AS number RETURNING id)
         INSERT INTO order_lines (order_id, line_number, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
         SELECT id, 1, '0190b6a0-0000-7000-8000-000000000001', 'Karela Powder', 100, 1, 24900 FROM placed"
            .to_owned(),
    )
    .await;
    let (last, last_id) = shop.order_in(PACKED).await;
    let good = (1..=1_000).map(|number| format!("VM-TEST-{number},India Post,EK{number}\n"));
    let content = rows(&[]) + &good.collect::<String>();
    let refused = office
        .track(file(&format!("{content}VM-1,India Post,EK0\n")))
        .await;
    assert_eq!(refused.state(), CsvImportState::Refused);
    assert_eq!((refused.rows_total, refused.rows_wrong), (1_001, 1));
    assert!(shop.inventory.released().is_empty(), "no parcel has left");

    let import = office
        .track(file(&format!("{content}{last},India Post,EK0\n")))
        .await;
    assert_eq!(import.state(), CsvImportState::Applied, "{:?}", told(&import));
    assert_eq!(shop.inventory.released().len(), 1_001);
    assert_eq!(shop.kept(&last_id).await.0.status(), OrderStatus::Shipped);
}

#[tokio::test]
async fn a_wrong_row_ships_nothing() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let (packed, packed_id) = shop.order_in(PACKED).await;
    let (recalled, recalled_id) = shop.order_in(PACKED).await;
    let (placed, _) = shop.order_in([]).await;
    let way = [
        OrderStatus::Confirmed,
        OrderStatus::Packed,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
    ];
    let (delivered, _) = shop.order_in(way).await;
    shop.inventory.recall(&recalled_id);
    let content = rows(&[
        (&packed, "EK1"),
        (&packed, "EK2"),
        (&recalled, "EK3"),
        (&placed, "EK4"),
        (&delivered, "EK5"),
        ("VM-1", "EK6"),
    ]);
    let refused = office.track(file(&content)).await;
    assert_eq!(refused.state(), CsvImportState::Refused);
    let twice = format!("{packed} is listed twice");
    assert_eq!(
        told(&refused),
        [
            (3, "order_number", twice.as_str()),
            (4, "order_number", "Packs of batch KRL-1 were recalled."),
            (5, "order_number", "An order that is placed cannot become shipped"),
            (
                6,
                "order_number",
                "An order that is delivered cannot become shipped"
            ),
            (7, "order_number", "There is no order VM-1"),
        ]
    );
    assert_eq!(shop.kept(&packed_id).await.0.status(), OrderStatus::Packed);
    assert!(shop.inventory.released().is_empty());
    assert_eq!(
        count(shop.database.pool(), SHIPPED_EVENTS).await,
        1,
        "that of the delivered one"
    );

    let unread = office
        .track(file("order_number,carrier,tracking_number\n,X,\n"))
        .await;
    let columns: Vec<_> = told(&unread)
        .into_iter()
        .map(|(_, column, _)| column.to_owned())
        .collect();
    assert_eq!(columns, ["order_number", "tracking_number", "carrier"]);
}
