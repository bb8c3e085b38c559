//! Orders and shortages in the messages of the inventory.

use proto::inventory::v1::{Pack, ReserveLine, Shortages};
use runtime::status;
use tonic::{Code, Status};

use crate::{
    order::order_line::OrderLine,
    shortage::{self, Shortage},
};

/// The lines of an order to reserve.
pub fn reserve_lines(lines: &[OrderLine]) -> Vec<ReserveLine> {
    let lines = lines.iter().map(|line| ReserveLine {
        pack: Some(Pack {
            product_id: line.product_id.to_string(),
            weight_in_grams: line.weight_in_grams,
        }),
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
    });
    lines.collect()
}

/// Returns the shortages because of which the inventory refused these lines. `None` for other errors.
pub fn shortages(lines: &[OrderLine], status: &Status) -> Option<Vec<Shortage>> {
    if status.code() != Code::FailedPrecondition {
        return None;
    }
    let details: Shortages = status::message(status)?;
    let left = details.shortages.iter().filter_map(|short| {
        let pack = short.pack.as_ref()?;
        Some((pack.product_id.as_str(), pack.weight_in_grams, short.left))
    });
    Some(shortage::of_lines(lines, &left.collect::<Vec<_>>()))
}

/// True if the inventory did not answer.
pub fn is_away(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted
    )
}
