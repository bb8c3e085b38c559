//! A fake order service with one order.

use std::sync::{Arc, Mutex};

use fakes::order::v1::order_service_server::{OrderService, SERVICE_NAME};
use proto::order::v1::{
    Actor, ChargeKind, CountOpenOrdersRequest, CountOpenOrdersResponse, DaySales, GetOrderRequest,
    GetOrderResponse, ListSalesRequest, ListSalesResponse, MoneyChannel, Order, OrderChange, OrderCharge,
    OrderCount, OrderLine, OrderStatus, PaymentMethod, PaymentStatus, PlaceOrderRequest, PlaceOrderResponse,
    QuoteDeliveryRequest, QuoteDeliveryResponse, ReceivedPayment, RecordPaymentRequest,
    RecordPaymentResponse, SearchOrdersRequest, SearchOrdersResponse, TransitionOrderRequest,
    TransitionOrderResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_catalog::KARELA, record::Record};

pub(crate) const ORDER: &str = "01936f00-0000-7000-8000-0000000000aa";
pub(crate) const NUMBER: &str = "VM-261121-7K3QX";

#[derive(Clone)]
pub(crate) struct FakeOrder {
    pub(crate) record: Record,
    /// The transitions that were requested.
    pub(crate) transitions: Arc<Mutex<Vec<TransitionOrderRequest>>>,
    /// The searches that were requested.
    pub(crate) searches: Arc<Mutex<Vec<SearchOrdersRequest>>>,
    /// The payments that were recorded.
    pub(crate) payments: Arc<Mutex<Vec<RecordPaymentRequest>>>,
    /// The orders that were placed.
    pub(crate) placements: Arc<Mutex<Vec<PlaceOrderRequest>>>,
}

impl FakeOrder {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            transitions: Arc::default(),
            searches: Arc::default(),
            payments: Arc::default(),
            placements: Arc::default(),
        }
    }
}

pub(crate) fn order() -> Order {
    Order {
        order_id: ORDER.to_owned(),
        order_number: NUMBER.to_owned(),
        placed_at: "2026-11-21T06:30:00Z".to_owned(),
        full_name: "Asha Patel".to_owned(),
        email: "asha@gmail.com".to_owned(),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 Ring Road, Surat".to_owned(),
        pincode: "395002".to_owned(),
        total_paise: 53_850,
        lines: vec![OrderLine {
            product_id: KARELA.to_owned(),
            product_name: "Karela Powder".to_owned(),
            weight_in_grams: 100,
            quantity: 2,
            unit_price_paise: 24_925,
            sku: "P0001-100".to_owned(),
        }],
        status: OrderStatus::Placed.into(),
        version: 1,
        changes: vec![OrderChange {
            version: 1,
            to: OrderStatus::Placed.into(),
            actor: Actor::Shopper.into(),
            changed_at: "2026-11-21T06:30:00Z".to_owned(),
            reason: String::new(),
            lines: Vec::new(),
        }],
        charges: vec![OrderCharge {
            label: "Delivery".to_owned(),
            amount_paise: 4_000,
            kind: ChargeKind::Delivery.into(),
        }],
        parcel: None,
        account_id: String::new(),
        payment_method: PaymentMethod::CashOnDelivery.into(),
        payment_status: PaymentStatus::Pending.into(),
        payment: None,
        source: 0,
        payment_due_at: String::new(),
        refunded_paise: 0,
        refunding_paise: 0,
        promised_from: "2026-11-26".to_owned(),
        promised_by: "2026-11-27".to_owned(),
        parcel_weight_in_grams: None,
        return_terms: None,
        district: "Surat".to_owned(),
        state: "Gujarat".to_owned(),
    }
}

#[async_trait]
impl OrderService for FakeOrder {
    async fn search_orders(
        &self,
        request: Request<SearchOrdersRequest>,
    ) -> Result<Response<SearchOrdersResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "SearchOrders", request)?;
        let is_first = asked.page_token.is_empty();
        self.searches.lock().unwrap().push(asked);
        Ok(Response::new(SearchOrdersResponse {
            orders: vec![order()],
            next_page_token: if is_first { "2".to_owned() } else { String::new() },
        }))
    }

    async fn count_open_orders(
        &self,
        request: Request<CountOpenOrdersRequest>,
    ) -> Result<Response<CountOpenOrdersResponse>, Status> {
        self.record.admit(SERVICE_NAME, "CountOpenOrders", request)?;
        let count = |status: OrderStatus, orders| OrderCount {
            status: status.into(),
            orders,
        };
        Ok(Response::new(CountOpenOrdersResponse {
            counts: vec![
                count(OrderStatus::Placed, 3),
                count(OrderStatus::ReturnRequested, 0),
            ],
            ending_orders: 2,
            next_ends_at: "2026-11-23T06:30:00Z".to_owned(),
        }))
    }

    async fn list_sales(
        &self,
        request: Request<ListSalesRequest>,
    ) -> Result<Response<ListSalesResponse>, Status> {
        self.record.admit(SERVICE_NAME, "ListSales", request)?;
        Ok(Response::new(ListSalesResponse {
            days: vec![DaySales {
                day: "2026-11-25".to_owned(),
                orders: 2,
                total_paise: 107_700,
                paid_paise: 53_850,
            }],
        }))
    }

    async fn get_order(
        &self,
        request: Request<GetOrderRequest>,
    ) -> Result<Response<GetOrderResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "GetOrder", request)?;
        if asked.order_number != NUMBER {
            return Err(Status::not_found("There is no such order."));
        }
        Ok(Response::new(GetOrderResponse {
            order: Some(order()),
            link_token: "a-link-for-shoppers".to_owned(),
            ends_at: "2026-11-23T06:30:00Z".to_owned(),
        }))
    }

    async fn transition_order(
        &self,
        request: Request<TransitionOrderRequest>,
    ) -> Result<Response<TransitionOrderResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "TransitionOrder", request)?;
        let changed = Order {
            status: asked.to,
            version: asked.version + 1,
            parcel: asked.parcel.clone(),
            parcel_weight_in_grams: asked.parcel_weight_in_grams,
            return_terms: asked.return_terms.clone(),
            ..order()
        };
        self.transitions.lock().unwrap().push(asked);
        Ok(Response::new(TransitionOrderResponse { order: Some(changed) }))
    }

    async fn record_payment(
        &self,
        request: Request<RecordPaymentRequest>,
    ) -> Result<Response<RecordPaymentResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "RecordPayment", request)?;
        let payment = ReceivedPayment {
            channel: MoneyChannel::Upi.into(),
            reference: asked.reference.clone(),
            amount_paise: asked.amount_paise,
            received_on: asked.received_on.clone(),
            recorded_at: "2026-11-25T06:30:00Z".to_owned(),
            staff_id: String::new(),
        };
        self.payments.lock().unwrap().push(asked);
        let paid = Order {
            payment_status: PaymentStatus::Paid.into(),
            payment: Some(payment),
            ..order()
        };
        Ok(Response::new(RecordPaymentResponse { order: Some(paid) }))
    }

    async fn place_order(
        &self,
        request: Request<PlaceOrderRequest>,
    ) -> Result<Response<PlaceOrderResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "PlaceOrder", request)?;
        let total_paise = asked.total_paise;
        self.placements.lock().unwrap().push(asked);
        Ok(Response::new(PlaceOrderResponse {
            order_id: ORDER.to_owned(),
            order_number: NUMBER.to_owned(),
            total_paise,
            ..PlaceOrderResponse::default()
        }))
    }

    async fn quote_delivery(
        &self,
        request: Request<QuoteDeliveryRequest>,
    ) -> Result<Response<QuoteDeliveryResponse>, Status> {
        self.record.admit(SERVICE_NAME, "QuoteDelivery", request)?;
        Ok(Response::new(QuoteDeliveryResponse {
            district: "Surat".to_owned(),
            state: "Gujarat".to_owned(),
            earliest_on: "2026-11-27".to_owned(),
            latest_on: "2026-11-28".to_owned(),
            prepaid_paise: 0,
            cod_fee_paise: Some(5_000),
            cod_up_to_paise: Some(1_000_000),
            takes_online_payment: true,
        }))
    }
}
