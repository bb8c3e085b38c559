//! Conversions from and to the messages of the contract.

use proto::inventory::v1 as contract;

use crate::{
    availability::StockLevel,
    labels::Label,
    ledger::{batch_store::Batch, recall::AffectedOrder},
    levels::{Counts, PackLevel},
    pack::{Pack, PackDetails},
    reservations::{line::LineDetails, reservation_store::ReservedPacks},
};

/// Converts a line of a request.
pub fn line_details(line: contract::ReserveLine) -> LineDetails {
    LineDetails {
        pack: line.pack.map(pack_details),
        quantity: line.quantity,
        price_paise: line.unit_price_paise,
    }
}

/// Converts a pack of a request.
pub fn pack_details(pack: contract::Pack) -> PackDetails {
    PackDetails {
        product_id: pack.product_id,
        weight_in_grams: pack.weight_in_grams,
    }
}

/// Converts a pack to its message.
pub fn pack_message(pack: Pack) -> contract::Pack {
    contract::Pack {
        product_id: pack.product_id.to_string(),
        weight_in_grams: pack.weight_in_grams,
    }
}

/// Converts a shopper's stock level to its message.
pub fn stock_level(stock_level: &StockLevel) -> contract::PackAvailability {
    let availability = if stock_level.is_in_stock {
        contract::Availability::InStock
    } else if stock_level.left > 0 {
        contract::Availability::Low
    } else {
        contract::Availability::SoldOut
    };
    contract::PackAvailability {
        pack: Some(pack_message(stock_level.pack)),
        availability: availability.into(),
        left: stock_level.left,
        version: stock_level.version,
    }
}

/// Converts a pack's stock for staff to its message.
pub fn pack_level(level: &PackLevel) -> contract::StockLevel {
    let availability = match level.availability.as_str() {
        "in_stock" => contract::Availability::InStock,
        "low" => contract::Availability::Low,
        "sold_out" => contract::Availability::SoldOut,
        _ => contract::Availability::Unspecified,
    };
    contract::StockLevel {
        pack: Some(pack_message(level.pack)),
        on_hand: level.on_hand,
        reserved: level.reserved,
        available: level.available,
        availability: availability.into(),
        returned: level.returned,
        missing: level.missing,
        next_last_sale_on: level
            .next_last_sale_on
            .map(|day| day.to_string())
            .unwrap_or_default(),
        sku: level.sku.clone(),
        product_name: level.product_name.clone(),
        product_state: level.product_state.message().into(),
        price_paise: level.price_paise,
        lowest_mrp_paise: level.lowest_mrp_paise.unwrap_or_default(),
    }
}

/// Converts the counts of the filters to their message.
pub fn stock_counts(counts: Counts) -> contract::StockCounts {
    contract::StockCounts {
        all: counts.all,
        low: counts.low,
        sold_out: counts.sold_out,
        missing: counts.missing,
    }
}

/// Converts reserved packs to their message.
pub fn reserved_packs(reserved: ReservedPacks) -> contract::ReservedPacks {
    contract::ReservedPacks {
        batch_id: reserved.batch_id.to_string(),
        batch_number: reserved.batch_number,
        pack: Some(pack_message(reserved.pack)),
        quantity: reserved.quantity,
        packed_on: reserved.packed_on.to_string(),
        best_before: reserved.best_before.to_string(),
        mrp_paise: reserved.mrp_paise,
        is_recalled: reserved.is_recalled,
        shelf: reserved.shelf,
    }
}

/// Converts a batch to its message.
pub fn batch_message(batch: Batch) -> contract::Batch {
    contract::Batch {
        batch_id: batch.id.to_string(),
        pack: Some(pack_message(batch.pack())),
        batch_number: batch.batch_number,
        packed_on: batch.packed_on.to_string(),
        best_before: batch.best_before.to_string(),
        last_sale_on: batch.last_sale_on.to_string(),
        mrp_paise: batch.mrp_paise,
        cost_paise: batch.cost_paise,
        on_hand: batch.on_hand,
        reserved: batch.reserved,
        is_recalled: batch.is_recalled,
        shelf: batch.shelf,
    }
}

/// Converts an order of a recalled batch to its message.
pub fn recalled_order(order: &AffectedOrder) -> contract::RecalledOrder {
    let state = order.state.as_deref().unwrap_or_default();
    let is_over = matches!(state, "shipped" | "returned");
    contract::RecalledOrder {
        order_id: order.order_id.to_string(),
        quantity: order.quantity,
        is_shipped: order.is_out && !order.is_taken,
        is_returned: state == "returned" && !order.is_out && !order.is_taken,
        is_replaced: order.is_taken && !order.is_waiting && (is_over || state == "placed"),
        is_waiting: order.is_waiting && !is_over,
    }
}

/// Converts a label to its message.
pub fn label_message(label: Label) -> contract::Label {
    contract::Label {
        weight_in_grams: label.weight_in_grams,
        batch_number: label.batch_number,
        packed_on: label.packed_on.to_string(),
        best_before: label.best_before.to_string(),
        mrp_paise: label.mrp_paise,
    }
}
