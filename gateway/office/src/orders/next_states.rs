//! The next states of an order that staff can choose, for the buttons of a page. The order service alone
//! decides each transition.

use proto::order::v1::OrderStatus;

/// The states that can follow `from` by a transition of staff, the usual one first. A copy of the rules in
/// `services/order/src/order/order_status.rs`, which gateways may not link. A test that links both compares them.
pub fn next_states(from: OrderStatus) -> &'static [OrderStatus] {
    use OrderStatus::{
        Cancelled, Confirmed, Delivered, Lost, Packed, Placed, ReturnAccepted, ReturnRequested, Returned,
        ReturnedToOrigin, Shipped, Unspecified,
    };
    match from {
        Placed => &[Confirmed, Cancelled],
        Confirmed => &[Packed, Cancelled],
        Packed => &[Shipped, Cancelled],
        Shipped => &[Delivered, ReturnedToOrigin, Lost],
        Delivered => &[ReturnRequested, ReturnedToOrigin],
        ReturnRequested => &[ReturnAccepted, Returned, Delivered],
        ReturnAccepted => &[Returned, Delivered],
        Lost => &[Delivered, ReturnedToOrigin],
        Returned | Cancelled | ReturnedToOrigin | Unspecified => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_these_transitions_and_no_others() {
        use OrderStatus::{
            Cancelled, Confirmed, Delivered, Lost, Packed, Placed, ReturnAccepted, ReturnRequested, Returned,
            ReturnedToOrigin, Shipped,
        };
        let offered = [
            (Placed, Confirmed),
            (Placed, Cancelled),
            (Confirmed, Packed),
            (Confirmed, Cancelled),
            (Packed, Shipped),
            (Packed, Cancelled),
            (Shipped, Delivered),
            (Shipped, ReturnedToOrigin),
            (Shipped, Lost),
            (Delivered, ReturnRequested),
            (Delivered, ReturnedToOrigin),
            (ReturnRequested, ReturnAccepted),
            (ReturnRequested, Returned),
            (ReturnRequested, Delivered),
            (ReturnAccepted, Returned),
            (ReturnAccepted, Delivered),
            (Lost, Delivered),
            (Lost, ReturnedToOrigin),
        ];
        let states = || (0..=11).map(|number| OrderStatus::try_from(number).unwrap());
        for from in states() {
            for to in states() {
                let is_offered = next_states(from).contains(&to);
                assert_eq!(is_offered, offered.contains(&(from, to)), "{from:?} to {to:?}");
            }
        }
    }
}
