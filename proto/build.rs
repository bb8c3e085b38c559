//! Generates Rust from the .proto files, without an installed `protoc`.

use std::path::PathBuf;

use prost::Message as _;

const FILES: &[&str] = &[
    "shop/billing/v1/invoices.proto",
    "shop/billing/v1/ledger.proto",
    "shop/billing/v1/tax_rates.proto",
    "shop/catalog/v1/catalog.proto",
    "shop/catalog/v1/classification.proto",
    "shop/catalog/v1/packs.proto",
    "shop/catalog/v1/product_editing.proto",
    "shop/catalog/v1/product_imports.proto",
    "shop/catalog/v1/shop.proto",
    "shop/contact/v1/contact.proto",
    "shop/contact/v1/tickets.proto",
    "shop/csv/v1/csv.proto",
    "shop/event/v2/event.proto",
    "shop/identity/v1/identity.proto",
    "shop/identity/v1/shoppers.proto",
    "shop/identity/v1/staff.proto",
    "shop/inventory/v1/inventory.proto",
    "shop/inventory/v1/oversold.proto",
    "shop/inventory/v1/packing.proto",
    "shop/inventory/v1/recalls.proto",
    "shop/inventory/v1/stock_exports.proto",
    "shop/inventory/v1/stock_imports.proto",
    "shop/order/v1/cash.proto",
    "shop/order/v1/online_payments.proto",
    "shop/order/v1/order.proto",
    "shop/order/v1/order_editing.proto",
    "shop/order/v1/order_exports.proto",
    "shop/order/v1/order_numbers.proto",
    "shop/order/v1/pincodes.proto",
    "shop/order/v1/recall_notices.proto",
    "shop/order/v1/returned_money.proto",
    "shop/order/v1/tracking.proto",
    "shop/order/v1/unconfirmed_orders.proto",
    "shop/payment/v1/bank_statements.proto",
    "shop/payment/v1/office.proto",
    "shop/payment/v1/payment.proto",
    "shop/payment/v1/reconciliation.proto",
    "shop/payment/v1/settlements.proto",
    "shop/review/v1/moderation.proto",
    "shop/review/v1/review.proto",
    "shop/violation/v1/violation.proto",
];

fn main() -> anyhow::Result<()> {
    println!("cargo:rerun-if-changed=shop");
    let descriptors = protox::compile(FILES, ["."])?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    std::fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    // A message that travels in an error's details is known by its name.
    let mut config = tonic_prost_build::Config::new();
    config
        .enable_type_names()
        .type_name_domain(["."], "type.googleapis.com");
    tonic_prost_build::configure().compile_fds_with_config(descriptors, config)?;
    Ok(())
}
