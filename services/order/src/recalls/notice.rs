//! Recall notices of orders.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::order::order_status::Status;

/// The state of a recall notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeState {
    /// No mail was requested, but one is possible.
    ToWrite,
    /// A mail was requested.
    Written,
    /// The order has no email address. Staff must call.
    ToCall,
    /// The shopper's data was erased.
    Unreachable,
    /// The order was never shipped, was brought back by the carrier, has no such packs, or does not exist.
    NotConcerned,
}

/// An order that may hold packs of a recalled batch.
#[derive(Debug, Clone)]
pub struct ConcernedOrder {
    /// The order's ID. The order may not exist.
    pub order_id: Uuid,
    /// The order number. `None` if there is no such order.
    pub order_number: Option<String>,
    /// The status: a word of [`Status`], or of a later release.
    pub status: Option<String>,
    /// The email address. Empty when erased or not given.
    pub email: Option<String>,
    /// The recipient's full name.
    pub full_name: Option<String>,
    /// The mobile number. Empty when erased.
    pub mobile_number: Option<String>,
    /// The number of packs of the batch, at most the order's packs of that kind. `None` when it has none.
    pub quantity: Option<i32>,
    /// The time the mail was requested. `None` without one.
    pub requested_at: Option<OffsetDateTime>,
    /// The staff member who requested it.
    pub requested_by: Option<Uuid>,
}

/// The content of a notice, for its mail.
#[derive(Debug, Clone)]
pub struct Notice {
    /// The order's id.
    pub order_id: Uuid,
    /// The batch number printed on the packs.
    pub batch_number: String,
    /// The product's name in the order.
    pub product_name: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The number of packs of the batch in the order.
    pub quantity: i32,
    /// The reason of the recall.
    pub reason: String,
}

impl ConcernedOrder {
    /// Returns the state of the notice.
    pub fn state(&self) -> NoticeState {
        if self.requested_at.is_some() {
            return NoticeState::Written;
        }
        if self.quantity.is_none() || !self.status.as_deref().is_some_and(is_out) {
            return NoticeState::NotConcerned;
        }
        let is_given = |value: &Option<String>| value.as_ref().is_some_and(|value| !value.is_empty());
        if is_given(&self.email) {
            NoticeState::ToWrite
        } else if is_given(&self.mobile_number) {
            NoticeState::ToCall
        } else {
            NoticeState::Unreachable
        }
    }
}

/// Returns true if the shopper may have packs of an order in this status. A returned order may be incomplete,
/// and a lost parcel may be found.
fn is_out(status: &str) -> bool {
    match Status::parse(status) {
        Some(
            Status::Shipped
            | Status::Delivered
            | Status::ReturnRequested
            | Status::ReturnAccepted
            | Status::Returned
            | Status::Lost,
        ) => true,
        Some(
            Status::Placed
            | Status::Confirmed
            | Status::Packed
            | Status::Cancelled
            | Status::ReturnedToOrigin,
        )
        | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Change = fn(&mut ConcernedOrder);

    fn delivered() -> ConcernedOrder {
        ConcernedOrder {
            order_id: Uuid::nil(),
            order_number: Some("VM-261121-7K3QX".to_owned()),
            status: Some("delivered".to_owned()),
            email: Some("asha@example.com".to_owned()),
            full_name: Some("Asha Patel".to_owned()),
            mobile_number: Some("9876543210".to_owned()),
            quantity: Some(2),
            requested_at: None,
            requested_by: None,
        }
    }

    #[test]
    fn a_shopper_is_written_to_once_or_called_when_packs_are_out() {
        let unreachable = |order: &mut ConcernedOrder| {
            order.email = Some(String::new());
            order.mobile_number = Some(String::new());
        };
        let table: [(Change, NoticeState); 7] = [
            (|_| (), NoticeState::ToWrite),
            (|order| order.email = Some(String::new()), NoticeState::ToCall),
            (unreachable, NoticeState::Unreachable),
            (|order| order.quantity = None, NoticeState::NotConcerned),
            (|order| order.status = None, NoticeState::NotConcerned),
            (
                |order| order.requested_at = Some(OffsetDateTime::UNIX_EPOCH),
                NoticeState::Written,
            ),
            (
                |order| order.status = Some("of a later release".to_owned()),
                NoticeState::NotConcerned,
            ),
        ];
        for (change, expected) in table {
            let mut order = delivered();
            change(&mut order);
            assert_eq!(order.state(), expected, "{order:?}");
        }
        let written: Vec<_> = Status::ALL
            .into_iter()
            .filter(|status| is_out(status.as_str()))
            .map(Status::as_str)
            .collect();
        assert_eq!(
            written,
            [
                "shipped",
                "delivered",
                "return_requested",
                "return_accepted",
                "returned",
                "lost"
            ]
        );
    }
}
