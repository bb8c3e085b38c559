//! The rows of an order export: one row per order line.

use proto::order::v1::{
    ChargeKind, MoneyChannel, Order, OrderLine, OrderSource, OrderStatus, PaymentMethod, PaymentStatus,
};
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};

use crate::csv::rows::rupees;

/// The column headings. Amounts are in rupees.
pub(super) const COLUMNS: [&str; 27] = [
    "Order number",
    "Placed at",
    "State",
    "Source",
    "Name",
    "Email",
    "Mobile number",
    "Address",
    "Pincode",
    "SKU",
    "Product",
    "Weight in grams",
    "Quantity",
    "Unit price",
    "Line total",
    "Delivery",
    "COD fee",
    "Order total",
    "Payment method",
    "Payment state",
    "Payment channel",
    "Payment reference",
    "Received on",
    "Carrier",
    "Tracking number",
    "Parcel weight in grams",
    "Refunded",
];

/// The rows of an order. Totals, weight and refunds are in its first row only, so that columns can be summed.
pub(super) fn rows(order: &Order) -> Vec<Vec<String>> {
    let (placed, settled) = (placing(order), settling(order));
    let lines = order.lines.iter().map(cells_of);
    let mut lines: Vec<[String; 6]> = lines.collect();
    if lines.is_empty() {
        // An order without lines keeps one row, so that its total is not lost.
        lines.push(Default::default());
    }
    let (mut sums, mut whole) = (costs(order), [weight(order), rupees(order.refunded_paise)]);
    let rows = lines.into_iter().map(|line| {
        let (sums, whole) = (std::mem::take(&mut sums), std::mem::take(&mut whole));
        [&placed[..], &line[..], &sums[..], &settled[..], &whole[..]].concat()
    });
    rows.collect()
}

fn placing(order: &Order) -> [String; 9] {
    [
        order.order_number.clone(),
        in_india(&order.placed_at),
        state(order.status()).to_owned(),
        source(order.source()).to_owned(),
        order.full_name.clone(),
        order.email.clone(),
        order.mobile_number.clone(),
        order.delivery_address.clone(),
        order.pincode.clone(),
    ]
}

fn cells_of(line: &OrderLine) -> [String; 6] {
    [
        line.sku.clone(),
        line.product_name.clone(),
        line.weight_in_grams.to_string(),
        line.quantity.to_string(),
        rupees(line.unit_price_paise),
        rupees(line.unit_price_paise * i64::from(line.quantity)),
    ]
}

fn costs(order: &Order) -> [String; 3] {
    let charged = |kind: ChargeKind| {
        let charges = order.charges.iter().filter(|charge| charge.kind() == kind);
        rupees(charges.map(|charge| charge.amount_paise).sum())
    };
    [
        charged(ChargeKind::Delivery),
        charged(ChargeKind::CodFee),
        rupees(order.total_paise),
    ]
}

fn settling(order: &Order) -> [String; 7] {
    let payment = order.payment.clone().unwrap_or_default();
    let parcel = order.parcel.clone().unwrap_or_default();
    [
        method(order.payment_method()).to_owned(),
        is_paid(order.payment_status()).to_owned(),
        channel(payment.channel()).to_owned(),
        payment.reference,
        payment.received_on,
        parcel.carrier,
        parcel.tracking_number,
    ]
}

fn weight(order: &Order) -> String {
    let grams = order.parcel_weight_in_grams;
    grams.map_or_else(String::new, |grams| grams.to_string())
}

/// The time in India, to the second, because spreadsheets read no fractions of a second.
fn in_india(utc: &str) -> String {
    let india = UtcOffset::from_hms(5, 30, 0).expect("India's offset from UTC");
    let time = OffsetDateTime::parse(utc, &Rfc3339).ok().map(|time| {
        let time = time.to_offset(india);
        time - std::time::Duration::from_nanos(time.nanosecond().into())
    });
    let words = time.and_then(|time| time.format(&Rfc3339).ok());
    words.unwrap_or_else(|| utc.to_owned())
}

// A value that this version does not know leaves its cell empty.

fn state(value: OrderStatus) -> &'static str {
    match value {
        OrderStatus::Unspecified => "",
        OrderStatus::Placed => "placed",
        OrderStatus::Confirmed => "confirmed",
        OrderStatus::Packed => "packed",
        OrderStatus::Shipped => "shipped",
        OrderStatus::Delivered => "delivered",
        OrderStatus::ReturnRequested => "return requested",
        OrderStatus::ReturnAccepted => "return accepted",
        OrderStatus::Returned => "returned",
        OrderStatus::Cancelled => "cancelled",
        OrderStatus::ReturnedToOrigin => "returned to origin (RTO)",
        OrderStatus::Lost => "lost",
    }
}

fn source(value: OrderSource) -> &'static str {
    match value {
        OrderSource::Unspecified => "web",
        OrderSource::Phone => "phone",
        OrderSource::Whatsapp => "WhatsApp",
    }
}

fn method(value: PaymentMethod) -> &'static str {
    match value {
        PaymentMethod::Unspecified => "",
        PaymentMethod::PayLater => "pay later",
        PaymentMethod::CashOnDelivery => "cash on delivery",
        PaymentMethod::Online => "online",
    }
}

fn is_paid(value: PaymentStatus) -> &'static str {
    match value {
        PaymentStatus::Unspecified => "",
        PaymentStatus::Pending => "pending",
        PaymentStatus::Paid => "paid",
        PaymentStatus::Held => "held",
        PaymentStatus::Refunded => "refunded",
        PaymentStatus::PartlyRefunded => "partly refunded",
    }
}

fn channel(value: MoneyChannel) -> &'static str {
    match value {
        MoneyChannel::Unspecified => "",
        MoneyChannel::CashOnDelivery => "cash on delivery",
        MoneyChannel::Upi => "UPI",
        MoneyChannel::BankTransfer => "bank transfer",
        MoneyChannel::Cash => "cash",
        MoneyChannel::Online => "online",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_of_india() {
        let midnight = "2026-11-24T18:30:00.123Z";
        assert_eq!(in_india(midnight), "2026-11-25T00:00:00+05:30");
    }
}
