//! Cash on delivery: its states, and imports of remittances.

use proto::{
    csv::v1::{CsvFile, CsvImport, CsvImportState},
    order::v1::{
        CarrierCash, CashOrder, CashState, CashSum, GetRemittanceImportRequest, ListCashRequest,
        ListCashResponse, MoneyChannel, OrderStatus, PaymentMethod, PaymentStatus, PlaceOrderRequest,
        PlaceOrderResponse, RecordPaymentRequest, RecordRefundRequest, RecordedRefundReason,
        StartRemittanceImportRequest, SumCashRequest,
    },
};
use runtime::status;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    Shop, count, good_order,
    staff::{BINA, Office},
};

/// The total of an order from [`Shop::place_cash_order`]: its lines and the COD fee.
pub(crate) const COSTS: i64 = 122_100;

/// The statuses from placement to handover.
pub(crate) const SHIPPED: [OrderStatus; 3] =
    [OrderStatus::Confirmed, OrderStatus::Packed, OrderStatus::Shipped];

impl Shop {
    pub(crate) async fn place_cash_order(&self) -> PlaceOrderResponse {
        let order = PlaceOrderRequest {
            payment_method: PaymentMethod::CashOnDelivery.into(),
            total_paise: COSTS,
            ..good_order()
        };
        self.place(order).await.expect("the sum agrees")
    }

    /// Places a COD order and ships it. Returns its number and ID.
    pub(crate) async fn ship_for_cash(&self) -> (String, String) {
        let placed = self.place_cash_order().await;
        for (version, to) in (1..).zip(SHIPPED) {
            self.go(&placed.order_id, version, to).await;
        }
        (placed.order_number, placed.order_id)
    }
}

/// Builds a file with a new ID.
pub(crate) fn file(content: &str) -> CsvFile {
    CsvFile {
        import_id: Uuid::now_v7().to_string(),
        is_dry_run: false,
        content: content.as_bytes().to_vec(),
    }
}

/// Builds a remittance file with these rows.
pub(crate) fn remittance(mut rows: Vec<String>) -> String {
    rows.insert(0, "order_number,amount,reference,remitted_on".to_owned());
    rows.join("\n")
}

/// Returns the errors of a file: line, column and message.
pub(crate) fn told(import: &CsvImport) -> Vec<(i32, &str, &str)> {
    let errors = import.errors.iter();
    errors
        .map(|error| (error.line, error.column.as_str(), error.message.as_str()))
        .collect()
}

fn sum(orders: i64) -> CashSum {
    CashSum {
        orders,
        amount_paise: orders * COSTS,
    }
}

/// Returns the cash of India Post, the carrier of every parcel here.
fn of_india_post(to_collect: i64, collected: i64, remitted: i64) -> CarrierCash {
    CarrierCash {
        carrier: "India Post".to_owned(),
        to_collect: Some(sum(to_collect)),
        collected: Some(sum(collected)),
        remitted: Some(sum(remitted)),
        oldest_collected_at: String::new(),
    }
}

pub(crate) fn listed(state: CashState) -> ListCashRequest {
    ListCashRequest {
        state: state.into(),
        ..ListCashRequest::default()
    }
}

impl Office {
    pub(crate) async fn sums(&self) -> Vec<CarrierCash> {
        self.sum_cash().await.expect("it answers")
    }

    pub(crate) async fn sum_cash(&self) -> Result<Vec<CarrierCash>, Status> {
        let request = self.keys.request(BINA, SumCashRequest {});
        Ok(self.cash.clone().sum_cash(request).await?.into_inner().carriers)
    }

    pub(crate) async fn list_cash(&self, asked: ListCashRequest) -> Result<ListCashResponse, Status> {
        let request = self.keys.request(BINA, asked);
        Ok(self.cash.clone().list_cash(request).await?.into_inner())
    }

    async fn in_state(&self, state: CashState) -> Vec<CashOrder> {
        let page = self.list_cash(listed(state)).await.expect("it answers");
        assert_eq!(page.next_page_token, "");
        page.orders
    }

    /// Lists every order in a state, two per page.
    async fn in_pages(&self, state: CashState) -> Vec<String> {
        let (mut numbers, mut page_token) = (Vec::new(), String::new());
        loop {
            let asked = ListCashRequest {
                page_size: 2,
                page_token,
                ..listed(state)
            };
            let page = self.list_cash(asked).await.expect("it answers");
            numbers.extend(page.orders.into_iter().map(|order| order.order_number));
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return numbers;
            }
        }
    }

    async fn start(&self, file: CsvFile) -> Result<CsvImport, Status> {
        let asked = StartRemittanceImportRequest { file: Some(file) };
        let request = self.keys.request(BINA, asked);
        let started = self.cash.clone().start_remittance_import(request).await?;
        Ok(started.into_inner().import.expect("it is answered"))
    }

    /// Imports a remittance and returns its final state.
    pub(crate) async fn remit(&self, file: CsvFile) -> CsvImport {
        let import_id = file.import_id.clone();
        self.start(file).await.expect("it is taken");
        testkit::eventually("the file is read", async || {
            let asked = GetRemittanceImportRequest {
                import_id: import_id.clone(),
            };
            let request = self.keys.request(BINA, asked);
            let got = self.cash.clone().get_remittance_import(request).await;
            let import = got.expect("it is kept").into_inner().import;
            import.filter(|import| import.state() != CsvImportState::Running)
        })
        .await
    }
}

#[tokio::test]
async fn cash_goes_from_the_door_to_the_carrier_to_the_shop() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    shop.place_and_transition(SHIPPED).await;
    shop.place_cash_order().await;
    assert_eq!(
        office.sums().await,
        [],
        "one is paid otherwise, one is not shipped"
    );

    let (number, id) = shop.ship_for_cash().await;
    assert_eq!(office.sums().await, [of_india_post(1, 0, 0)]);
    let orders = office.in_state(CashState::ToCollect).await;
    let [order] = orders.as_slice() else {
        panic!("one order is to be collected: {orders:?}");
    };
    assert_eq!((&order.order_number, &order.order_id), (&number, &id));
    assert_eq!(
        (order.carrier.as_str(), order.amount_paise),
        ("India Post", COSTS)
    );
    assert!(
        !order.shipped_at.is_empty() && order.delivered_at.is_empty(),
        "{order:?}"
    );

    let delivered = shop.go(&id, 4, OrderStatus::Delivered).await;
    let delivered_at = delivered.changes[4].changed_at.clone();
    // The carrier has the cash, even when the shopper requests a return.
    shop.go(&id, 5, OrderStatus::ReturnRequested).await;
    let collected = CarrierCash {
        oldest_collected_at: delivered_at.clone(),
        ..of_india_post(0, 1, 0)
    };
    assert_eq!(office.sums().await, [collected]);
    let orders = office.in_state(CashState::Collected).await;
    assert_eq!(orders[0].delivered_at, delivered_at);

    let day = shop.day(0).await;
    let rows = remittance(vec![format!("{number},1221.00,UTR 7,{day}")]);
    let import = office.remit(file(&rows)).await;
    assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
    assert_eq!(office.sums().await, [of_india_post(0, 0, 1)]);
    let orders = office.in_state(CashState::Remitted).await;
    assert_eq!(
        (orders[0].remitted_on.as_str(), orders[0].reference.as_str()),
        (day.as_str(), "UTR 7")
    );
    assert_eq!(office.in_state(CashState::Collected).await, []);

    let (kept, _) = shop.kept(&id).await;
    let payment = kept.payment.expect("it is written down");
    assert_eq!(
        (payment.channel(), payment.staff_id.as_str()),
        (MoneyChannel::CashOnDelivery, BINA)
    );
    assert_eq!((payment.amount_paise, kept.version), (COSTS, 6));
}

#[tokio::test]
async fn no_cash_is_due_for_an_order_that_never_reached_its_shopper() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let (_, lost) = shop.ship_for_cash().await;
    shop.go(&lost, 4, OrderStatus::Lost).await;
    let (_, back) = shop.ship_for_cash().await;
    shop.go(&back, 4, OrderStatus::ReturnedToOrigin).await;
    let cancelled = shop.place_cash_order().await.order_id;
    shop.go(&cancelled, 1, OrderStatus::Cancelled).await;
    assert_eq!(office.sums().await, []);
    for state in [CashState::ToCollect, CashState::Collected, CashState::Remitted] {
        assert_eq!(office.in_state(state).await, [], "{state:?}");
    }
}

/// The statuses from delivery to the return at the shop.
const RETURNED: [OrderStatus; 3] = [
    OrderStatus::Delivered,
    OrderStatus::ReturnRequested,
    OrderStatus::Returned,
];

#[tokio::test]
async fn takes_the_cash_of_an_order_that_was_returned_and_gives_it_back() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let mut orders = Vec::new();
    for _ in 0..2 {
        let (number, id) = shop.ship_for_cash().await;
        for (version, to) in (4..).zip(RETURNED) {
            shop.go(&id, version, to).await;
        }
        orders.push((number, id));
    }
    // The carrier delivered five days ago, and the shop refunded the shopper before the carrier's remittance.
    sqlx::raw_sql(
        "BEGIN; SELECT set_config('shop.erasing', 'on', true);
         UPDATE order_changes SET changed_at = changed_at - interval '5 days';
         UPDATE orders SET placed_at = placed_at - interval '6 days'; COMMIT",
    )
    .execute(shop.database.pool())
    .await
    .expect("history can be moved");
    assert_eq!(office.in_state(CashState::Collected).await.len(), 2);
    let collected = office.sums().await[0].collected;
    assert_eq!(collected, Some(sum(2)));

    let (number, remitted) = &orders[0];
    let rows = vec![format!("{number},1221,UTR 7,{}", shop.day(0).await)];
    let import = office.remit(file(&remittance(rows))).await;
    assert_eq!(import.state(), CsvImportState::Applied, "{:?}", told(&import));
    let (_, recorded) = &orders[1];
    let payment = RecordPaymentRequest {
        order_id: recorded.clone(),
        channel: MoneyChannel::CashOnDelivery.into(),
        amount_paise: COSTS,
        received_on: shop.day(0).await,
        ..RecordPaymentRequest::default()
    };
    shop.record(payment).await.expect("it was delivered");
    assert_eq!(office.sums().await, [of_india_post(0, 0, 2)]);

    for (id, reference) in [(remitted, "AXIS1"), (recorded, "AXIS2")] {
        let refund = RecordRefundRequest {
            refund_id: Uuid::now_v7().to_string(),
            order_id: id.clone(),
            channel: MoneyChannel::BankTransfer.into(),
            reference: reference.to_owned(),
            amount_paise: COSTS,
            reason: RecordedRefundReason::Returned.into(),
            sent_on: shop.day(-1).await,
        };
        let order = shop.give_back(&refund).await.expect("its money came");
        assert_eq!(order.payment_status(), PaymentStatus::Refunded);
    }
}

#[tokio::test]
async fn a_remittance_is_written_down_whole_or_not_at_all() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let (good, id) = shop.ship_for_cash().await;
    let (dear, _) = shop.ship_for_cash().await;
    let unshipped = shop.place_cash_order().await.order_number;
    let later = shop.place_and_transition(SHIPPED).await;
    let later = shop.kept(&later).await.0.order_number;
    let (day, tomorrow) = (shop.day(0).await, shop.day(2).await);
    let head = "carrier,order_number,amount,reference,remitted_on\n";

    let malformed = format!("{head},,12.345,,tomorrow\n");
    let refused = office.remit(file(&malformed)).await;
    assert_eq!(refused.state(), CsvImportState::Refused);
    let columns: Vec<_> = told(&refused)
        .into_iter()
        .map(|(line, column, _)| (line, column))
        .collect();
    assert_eq!(
        columns,
        [
            (2, "order_number"),
            (2, "amount"),
            (2, "reference"),
            (2, "remitted_on")
        ]
    );

    let rows = format!(
        "{head}india post,{good},1221,UTR 7,{day}\n,VM-NONE,1221,UTR 7,{day}\n,{dear},1220.50,UTR 7,{day}\n\
         ,{unshipped},1221,UTR 7,{day}\n,{later},1171,UTR 7,{day}\nDelhivery,{dear},1221,UTR 7,{day}\n,{dear},1221,UTR 7,{tomorrow}\n"
    );
    let refused = office.remit(file(&rows)).await;
    assert_eq!(refused.state(), CsvImportState::Refused);
    assert_eq!((refused.rows_total, refused.rows_wrong), (7, 6));
    assert_eq!(
        told(&refused),
        [
            (3, "order_number", "There is no order VM-NONE"),
            (4, "amount", "This order costs ₹1221, but ₹1220.50 was received"),
            (5, "order_number", "This order is not shipped yet"),
            (6, "order_number", "This order is not cash on delivery"),
            (7, "carrier", "The parcel of this order went with India Post"),
            (
                8,
                "remitted_on",
                "This day is in the future. Enter the day of the payment"
            ),
        ]
    );
    assert_eq!(
        count(shop.database.pool(), "SELECT count(*) FROM received_payments").await,
        0
    );

    // A dry run of a valid file changes nothing.
    let rows = format!("{head}INDIA POST,{good},1221.0,UTR 7,{day}\n");
    let checked = CsvFile {
        is_dry_run: true,
        ..file(&rows)
    };
    assert_eq!(office.remit(checked).await.state(), CsvImportState::Checked);
    assert_eq!(office.sums().await, [of_india_post(2, 0, 0)]);
    // A carrier may remit before it reports the delivery.
    assert_eq!(office.remit(file(&rows)).await.state(), CsvImportState::Applied);
    assert_eq!(office.sums().await, [of_india_post(1, 0, 1)]);
    shop.go(&id, 4, OrderStatus::Delivered).await;
    assert_eq!(office.sums().await, [of_india_post(1, 0, 1)]);
}

#[tokio::test]
async fn recorded_remittances_stay_as_they_are() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let (number, id) = shop.ship_for_cash().await;
    let (earlier, day) = (shop.day(-1).await, shop.day(0).await);
    shop.execute("UPDATE orders SET placed_at = placed_at - interval '3 days'".to_owned())
        .await;
    let rows = |rows: &[(&str, &str)]| {
        let rows = rows
            .iter()
            .map(|(reference, day)| format!("{number},1221,{reference},{day}"));
        remittance(rows.collect())
    };
    // The same payment twice in a file, and the file twice, the second time with another day.
    for file_of_carrier in [
        rows(&[("UTR 7", &earlier), ("UTR 7", &earlier)]),
        rows(&[("UTR 7", &day)]),
    ] {
        let import = office.remit(file(&file_of_carrier)).await;
        assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
        let payment = shop.kept(&id).await.0.payment.expect("it is written down");
        assert_eq!(
            (payment.reference.as_str(), payment.received_on.as_str()),
            ("UTR 7", earlier.as_str())
        );
    }
    let refused = office.remit(file(&rows(&[("UTR 8", &day)]))).await;
    let words = format!("₹1221 was already recorded for {number} on {earlier}");
    assert_eq!(told(&refused), [(2, "order_number", words.as_str())]);
    assert_eq!(
        count(shop.database.pool(), "SELECT count(*) FROM received_payments").await,
        1
    );
}

#[tokio::test]
async fn lists_lead_from_page_to_page_and_know_each_carrier() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let mut shipped = Vec::new();
    for _ in 0..5 {
        shipped.push(shop.ship_for_cash().await.0);
    }
    assert_eq!(office.in_pages(CashState::ToCollect).await, shipped);
    shop.execute(format!(
        "UPDATE parcels SET carrier = 'Delhivery' FROM orders WHERE orders.id = order_id AND order_number = '{}'",
        shipped[3]
    ))
    .await;
    let of_delhivery = ListCashRequest {
        carrier: "Delhivery".to_owned(),
        ..listed(CashState::ToCollect)
    };
    let page = office.list_cash(of_delhivery).await.expect("it answers");
    assert_eq!(page.orders.len(), 1);
    assert_eq!(page.orders[0].order_number, shipped[3]);
    let carriers: Vec<_> = office.sums().await.into_iter().map(|cash| cash.carrier).collect();
    assert_eq!(carriers, ["Delhivery", "India Post"]);

    let day = shop.day(0).await;
    let rows = shipped.iter().map(|number| format!("{number},1221,UTR 7,{day}"));
    let remitted = office.remit(file(&remittance(rows.collect()))).await;
    assert_eq!(
        (remitted.state(), remitted.rows_done),
        (CsvImportState::Applied, 5)
    );
    let mut listed_numbers = office.in_pages(CashState::Remitted).await;
    listed_numbers.sort();
    shipped.sort();
    assert_eq!(listed_numbers, shipped);

    // Only the last thirty days are listed.
    shop.execute("UPDATE received_payments SET received_on = received_on - 30".to_owned())
        .await;
    assert_eq!(office.in_state(CashState::Remitted).await, []);
    assert_eq!(office.sums().await, []);

    let nothing = office
        .list_cash(ListCashRequest::default())
        .await
        .expect_err("of no state");
    assert_eq!(nothing.code(), Code::InvalidArgument);
    assert_eq!(status::details(&nothing).violations[0].field, "state");
}
