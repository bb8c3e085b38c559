//! How the shopper of an order hears that packs of it were recalled.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::order::life::Status;

/// Whether the shopper of an order was written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeState {
    /// Not yet, and they can be.
    ToWrite,
    /// A mail was asked for.
    Written,
    /// The order has no mail address.
    ToCall,
    /// What tells of the shopper was erased.
    Unreachable,
    /// The order never left the house, is back, has no such packs, or there is none.
    NotConcerned,
}

/// An order that is said to hold packs of a recalled batch, as this service knows it.
#[derive(Debug, Clone)]
pub struct ConcernedOrder {
    /// The order's id, whether or not there is such an order.
    pub order_id: Uuid,
    /// Its number; none when there is no such order.
    pub order_number: Option<String>,
    /// Where it stands: a word of [`Status`], or of a later release.
    pub status: Option<String>,
    /// Empty when it was erased, or nobody said.
    pub email: Option<String>,
    /// Who received it.
    pub full_name: Option<String>,
    /// Empty when it was erased.
    pub mobile_number: Option<String>,
    /// How many packs of the batch it holds, and no more than it has of their kind; none when it has no such packs.
    pub quantity: Option<i32>,
    /// When a mail was asked for; none when it was not.
    pub requested_at: Option<OffsetDateTime>,
    /// Who of the staff asked for it.
    pub requested_by: Option<Uuid>,
}

/// A notice as its mail tells it.
#[derive(Debug, Clone)]
pub struct Notice {
    /// The order's id.
    pub order_id: Uuid,
    /// As printed on the packs.
    pub batch_number: String,
    /// What the order calls the product.
    pub product_name: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// How many packs of the batch the order holds.
    pub quantity: i32,
    /// Why it is recalled.
    pub reason: String,
}

impl ConcernedOrder {
    /// Whether its shopper was written to, and whether they can be.
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

/// Whether packs of an order in this state may be with its shopper. Of an order that was returned some may not have come back, and a
/// parcel that is lost may be found.
fn is_out(status: &str) -> bool {
    match Status::read(status) {
        Some(
            Status::Shipped
            | Status::Delivered
            | Status::ReturnRequested
            | Status::ReturnAccepted
            | Status::Returned
            | Status::Lost,
        ) => true,
        Some(Status::Placed | Status::Confirmed | Status::Packed | Status::Cancelled | Status::CameBack)
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
        let nobody = |order: &mut ConcernedOrder| {
            order.email = Some(String::new());
            order.mobile_number = Some(String::new());
        };
        let table: [(Change, NoticeState); 7] = [
            (|_| (), NoticeState::ToWrite),
            (|order| order.email = Some(String::new()), NoticeState::ToCall),
            (nobody, NoticeState::Unreachable),
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
