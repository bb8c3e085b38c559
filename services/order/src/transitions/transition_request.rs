//! An unvalidated status change, and its validation.

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;
use values::Line;

use crate::{
    order::{
        order_status::{Actor, Status},
        parcel::{self, Parcel},
        return_terms::{Payer, ReturnTerms},
    },
    transitions::{
        ownership::Ownership,
        returned_lines::{self, ReturnedLineDetails},
        transition_order::Transition,
    },
};

/// The maximum length of a reason, in characters.
const MAX_REASON: usize = 500;

/// An unvalidated status change. [`TransitionRequest::validate`] turns it into a [`Transition`].
#[derive(Debug, Clone)]
pub struct TransitionRequest {
    /// The order's ID, a UUID.
    pub order_id: String,
    /// The target status. `None` if it is invalid.
    pub to: Option<Status>,
    /// The version that the caller last read.
    pub version: i32,
    /// The actor. `None` if the request has none.
    pub actor: Option<Actor>,
    /// The actor's account, a UUID. May be empty.
    pub actor_id: String,
    /// The account ID, mobile number and link token. Each may be empty.
    pub ownership: (String, String, String),
    /// The reason. May be empty.
    pub reason: String,
    /// The parcel.
    pub parcel: Option<Parcel>,
    /// The weight of the parcel at handover, in grams.
    pub parcel_weight_in_grams: Option<i32>,
    /// The packs that come back. Empty for all.
    pub lines: Vec<ReturnedLineDetails>,
    /// The address and the payer of the return parcel, when a return is accepted.
    pub return_terms: (String, Option<Payer>),
    /// True if the caller ships the order although it is not paid.
    pub accepts_unpaid: bool,
}

impl TransitionRequest {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<Transition, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let order_id = field("order_id", id(&self.order_id), all);
        let to = self.to.ok_or(Rule::Unknown.says("Say where the order goes"));
        let to = field("to", to, all);
        let version = Some(self.version).filter(|version| *version > 0);
        let version = version.ok_or(Rule::Required.says("Say which version of the order you saw"));
        let version = field("version", version, all);
        let actor = self.actor.ok_or(Rule::Required.says("Say who changes the order"));
        let actor = field("actor", actor, all);
        let actor_id = match self.actor_id.as_str() {
            "" => Ok(None),
            text => id(text).map(Some),
        };
        let actor_id = field("actor_id", actor_id, all);
        let (account_id, mobile_number, link_token) = &self.ownership;
        let ownership = Ownership::parse(account_id, mobile_number, link_token);
        if actor == Some(Actor::Shopper) && ownership.is_none() {
            let broken = Rule::Required.says("Enter the mobile number of the order");
            all.push(Violation::new("ownership", broken));
        }
        let reason = field("reason", reason(&self.reason, to), all);
        let parcel = match (to, self.parcel) {
            (Some(Status::Shipped), None) => {
                let broken = Rule::Required.says("Enter the carrier");
                all.push(Violation::new("parcel.carrier", broken));
                None
            }
            (Some(Status::Shipped), Some(typed)) => Parcel::parse(&typed, all),
            _ => None,
        };
        // Only packing and shipping set the weight.
        let weight = self.parcel_weight_in_grams;
        let weight = weight.filter(|_| matches!(to, Some(Status::Packed | Status::Shipped)));
        let weight = weight.map(parcel::weight).transpose();
        let weight = field("parcel_weight_in_grams", weight, all);
        let lines = returned_lines::parse(self.lines, to, all);
        let return_terms = match to {
            Some(Status::ReturnAccepted) => {
                let (send_to, paid_by) = &self.return_terms;
                ReturnTerms::parse(send_to, *paid_by, all)
            }
            _ => None,
        };
        let wanted = (|| {
            Some(Transition {
                order_id: order_id?,
                to: to?,
                version: version?,
                actor: actor?,
                actor_id: actor_id?,
                ownership: ownership.filter(|_| actor == Some(Actor::Shopper)),
                reason: reason?,
                parcel,
                parcel_weight_in_grams: weight?,
                lines,
                return_terms,
                accepts_unpaid: self.accepts_unpaid,
            })
        })();
        wanted.filter(|_| violations.is_empty()).ok_or(violations)
    }
}

fn id(text: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"))
}

/// Validates a reason. A shopper's return requires one, because the shop needs to know the problem.
fn reason(typed: &str, to: Option<Status>) -> Result<String, Broken> {
    if typed.trim().is_empty() {
        return if to == Some(Status::ReturnRequested) {
            Err(Rule::Required.says("Tell us why you want to return it"))
        } else {
            Ok(String::new())
        };
    }
    let reason = Line::<MAX_REASON>::read(typed).map_err(|broken| broken.of("Reason"))?;
    Ok(reason.into_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> TransitionRequest {
        TransitionRequest {
            order_id: "0192f3a0-7c00-7000-8000-000000000001".to_owned(),
            to: Some(Status::Cancelled),
            version: 1,
            actor: Some(Actor::Shopper),
            actor_id: String::new(),
            ownership: (String::new(), "9876543210".to_owned(), String::new()),
            reason: String::new(),
            parcel: None,
            parcel_weight_in_grams: None,
            lines: Vec::new(),
            return_terms: (String::new(), None),
            accepts_unpaid: false,
        }
    }

    fn broken(details: TransitionRequest) -> Vec<String> {
        let violations = details.validate().err().unwrap_or_default();
        violations
            .into_iter()
            .map(|violation| violation.field.into_owned())
            .collect()
    }

    #[test]
    fn a_transition_says_who_where_and_from_which_version() {
        assert!(broken(details()).is_empty());
        let nothing = TransitionRequest {
            order_id: String::new(),
            to: None,
            version: 0,
            actor: None,
            actor_id: "1".to_owned(),
            ..details()
        };
        assert_eq!(
            broken(nothing),
            ["order_id", "to", "version", "actor", "actor_id"]
        );
    }

    #[test]
    fn a_shopper_proves_whose_it_is_and_says_why_it_comes_back() {
        let strange = TransitionRequest {
            to: Some(Status::ReturnRequested),
            ownership: (String::new(), "1".to_owned(), String::new()),
            ..details()
        };
        assert_eq!(broken(strange), ["ownership", "reason"]);
    }

    #[test]
    fn a_shipment_has_a_carrier() {
        let shipped = TransitionRequest {
            to: Some(Status::Shipped),
            actor: Some(Actor::Staff),
            ..details()
        };
        assert_eq!(broken(shipped), ["parcel.carrier"]);
    }

    #[test]
    fn a_parcel_is_weighed_when_it_is_closed_or_handed_over() {
        let weighed = |to, grams| TransitionRequest {
            to: Some(to),
            actor: Some(Actor::Staff),
            parcel_weight_in_grams: Some(grams),
            ..details()
        };
        let packed = weighed(Status::Packed, 540)
            .validate()
            .expect("it keeps the rules");
        assert_eq!(packed.parcel_weight_in_grams, Some(540));
        let delivered = weighed(Status::Delivered, 540)
            .validate()
            .expect("it keeps the rules");
        assert_eq!(delivered.parcel_weight_in_grams, None);
        assert_eq!(
            broken(weighed(Status::Packed, 50_001)),
            ["parcel_weight_in_grams"]
        );
    }
}
