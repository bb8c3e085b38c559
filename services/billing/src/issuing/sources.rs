//! The clients of the services that have the data for documents: order, seller and tax classification.

use std::{collections::HashMap, time::Duration};

use outbox::Failure;
use proto::{
    catalog::v1::{ClassifyProductsRequest, GetShopRequest, Shop},
    order::v1::{
        self as contract, GetOrderRequest, MoneyChannel, Order, OrderChange, OrderStatus, PaymentMethod,
        QuoteDeliveryRequest,
    },
};
use runtime::{Client, Frame, Target};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Code, Status};
use uuid::Uuid;
use values::day_in_india;

use crate::{
    document::facts::{ChargeKind, Seller},
    issuing::{
        sale::TaxClassification,
        sold_order::{Charge, Goods, ReturnedPack, Reversal, ShippingProgress, SoldOrder},
    },
    ledger::account::Method,
    tax::states::State,
};

/// Deadline of a call. No shopper or staff member waits for it.
const DEADLINE: Duration = Duration::from_secs(2);

/// The pause before an event is retried after a service failed.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The clients.
#[derive(Debug, Clone)]
pub struct Sources {
    orders: Client,
    catalog: Client,
}

impl Sources {
    /// Creates the clients without connecting. The first calls connect.
    pub fn new(orders: Target, catalog: Target, frame: &Frame) -> Self {
        Self {
            orders: frame.client(orders, DEADLINE),
            catalog: frame.client(catalog, DEADLINE),
        }
    }

    /// The current order.
    pub async fn order(&self, order_id: Uuid) -> Result<SoldOrder, Failure> {
        let request = GetOrderRequest {
            order_id: order_id.to_string(),
            ..GetOrderRequest::default()
        };
        let answer = self.orders.call(request).await;
        let answer = answer.map_err(|status| failure("the order service", &status))?;
        let read = answer.order.as_ref().and_then(sold_order);
        read.ok_or_else(|| {
            Failure::Poison("the order service answered with something that is no order".to_owned())
        })
    }

    /// The state of a pincode. `None` if there is no such pincode.
    pub async fn state(&self, pincode: &str) -> Result<Option<State>, Failure> {
        let request = QuoteDeliveryRequest {
            pincode: pincode.to_owned(),
        };
        match self.orders.call(request).await {
            Ok(answer) => Ok(State::named(&answer.state)),
            // An order without a payment method may have any six digits as pincode.
            Err(status) if matches!(status.code(), Code::NotFound | Code::InvalidArgument) => Ok(None),
            Err(status) => Err(failure("the order service", &status)),
        }
    }

    /// The seller.
    pub async fn seller(&self) -> Result<Seller, Failure> {
        let answer = self.catalog.call(GetShopRequest {}).await;
        let answer = answer.map_err(|status| failure("the catalog", &status))?;
        let read = answer.shop.and_then(seller);
        read.ok_or_else(|| Failure::Poison("the catalog answered without the shop".to_owned()))
    }

    /// The tax classification of an order's goods.
    pub async fn classes(&self, goods: &[Goods]) -> Result<HashMap<Uuid, TaxClassification>, Failure> {
        let product_ids = goods.iter().map(|goods| goods.product_id.to_string()).collect();
        let answer = self.catalog.call(ClassifyProductsRequest { product_ids }).await;
        let answer = answer.map_err(|status| failure("the catalog", &status))?;
        let classes = answer.products.into_iter().filter_map(|product| {
            let class = TaxClassification {
                hsn_code: product.hsn_code,
                tax_class: product.tax_class,
            };
            Some((Uuid::parse_str(&product.product_id).ok()?, class))
        });
        Ok(classes.collect())
    }
}

/// Postpones if the service failed. A request that it rejects will never succeed.
fn failure(who: &str, status: &Status) -> Failure {
    match status.code() {
        Code::NotFound | Code::InvalidArgument => Failure::Poison(format!("{who} knows nothing of it")),
        _ => {
            tracing::warn!(%status, "documents wait for {who}");
            Failure::Postponed(ASK_AGAIN_AFTER)
        }
    }
}

fn seller(shop: Shop) -> Option<Seller> {
    let facts = shop.facts?;
    // The GSTIN of the sample profile names no state.
    let state = State::of_gstin(&facts.gstin).or_else(|| State::of_address(&facts.address_lines));
    Some(Seller {
        shop_name: facts.name,
        hindi_name: facts.hindi_name,
        legal_name: facts.legal_name,
        address_lines: facts.address_lines,
        gstin: facts.gstin,
        state,
        food_licence: facts.food_licence,
        phone: facts.phone,
        email: facts.email,
        is_sample: facts.is_sample,
    })
}

fn sold_order(order: &Order) -> Option<SoldOrder> {
    let goods = order.lines.iter().map(|line| {
        Some(Goods {
            product_id: Uuid::parse_str(&line.product_id).ok()?,
            name: line.product_name.clone(),
            weight_in_grams: line.weight_in_grams,
            quantity: line.quantity,
            unit_price_paise: line.unit_price_paise,
            sku: line.sku.clone(),
        })
    });
    let charges = order.charges.iter().map(|charge| Charge {
        kind: match charge.kind() {
            contract::ChargeKind::CodFee => ChargeKind::CodFee,
            contract::ChargeKind::Delivery | contract::ChargeKind::Unspecified => ChargeKind::Delivery,
        },
        label: charge.label.clone(),
        amount_paise: charge.amount_paise,
    });
    let payment = order.payment.as_ref();
    Some(SoldOrder {
        order_id: Uuid::parse_str(&order.order_id).ok()?,
        order_number: order.order_number.clone(),
        ordered_on: day_in_india(OffsetDateTime::parse(&order.placed_at, &Rfc3339).ok()?),
        full_name: order.full_name.clone(),
        address: order.delivery_address.clone(),
        pincode: order.pincode.clone(),
        goods: goods.collect::<Option<_>>()?,
        charges: charges.collect(),
        method: match order.payment_method() {
            PaymentMethod::Online => Method::Online,
            PaymentMethod::CashOnDelivery => Method::CashOnDelivery,
            PaymentMethod::PayLater | PaymentMethod::Unspecified => Method::Later,
        },
        is_packed: order
            .changes
            .iter()
            .any(|change| change.to() == OrderStatus::Packed),
        progress: progress(order),
        is_prepaid: payment.is_some_and(|payment| payment.channel() != MoneyChannel::CashOnDelivery),
        is_paid_online: payment.is_some_and(|payment| payment.channel() == MoneyChannel::Online),
        version: order.version,
        reversal: reversal(order),
    })
}

fn progress(order: &Order) -> ShippingProgress {
    let mut changes = order.changes.iter().map(OrderChange::to);
    let mut since = |status| changes.any(|to| to == status);
    if !since(OrderStatus::Shipped) {
        ShippingProgress::NotShipped
    } else if since(OrderStatus::Lost) && since(OrderStatus::Delivered) {
        ShippingProgress::FoundLater
    } else {
        ShippingProgress::Shipped
    }
}

/// The reversal of the supply, if there is one. Ignores returned packs without a product id, which are in no
/// sale.
fn reversal(order: &Order) -> Option<Reversal> {
    match order.status() {
        OrderStatus::Cancelled => Some(Reversal::Cancelled),
        OrderStatus::ReturnedToOrigin | OrderStatus::Lost => Some(Reversal::Undelivered),
        OrderStatus::Returned => {
            let mut changes = order.changes.iter().rev();
            let last = changes.find(|change| change.to() == OrderStatus::Returned);
            let packs = last.map_or(&[][..], |change| &change.lines).iter();
            let packs = packs.filter_map(|pack| {
                Some(ReturnedPack {
                    product_id: Uuid::parse_str(&pack.product_id).ok()?,
                    weight_in_grams: pack.weight_in_grams,
                    quantity: pack.quantity,
                })
            });
            Some(Reversal::Returned(packs.collect()))
        }
        _ => None,
    }
}
