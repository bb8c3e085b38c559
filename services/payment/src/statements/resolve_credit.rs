//! A staff member resolves a credit.

use runtime::status::{Rule, Violation, field};
use uuid::Uuid;
use values::Paragraphs;

use crate::{
    error::Error,
    payments::Payments,
    statements::{
        credit::{Credit, CreditState},
        credit_store, narration, pay_order,
    },
};

/// Length limit of a note, in characters.
const LONGEST_NOTE: usize = 500;

/// A resolution as received. [`CreditResolutionDetails::validate`] makes a [`CreditResolution`] of it.
#[derive(Debug, Clone)]
pub struct CreditResolutionDetails {
    /// A UUID.
    pub credit_id: String,
    /// Empty if the credit belongs to no order.
    pub order_number: String,
    /// Required without an order.
    pub note: String,
}

/// The resolution of a credit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditResolution {
    credit_id: Uuid,
    /// `None` if the credit belongs to no order.
    order_number: Option<String>,
    note: String,
}

impl CreditResolutionDetails {
    /// Checks the values. Returns all violations.
    pub fn validate(&self) -> Result<CreditResolution, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let credit_id =
            Uuid::parse_str(&self.credit_id).map_err(|_| Rule::Malformed.says("A credit's id is a UUID"));
        let credit_id = field("credit_id", credit_id, all);
        let order_number = match self.order_number.trim() {
            "" => Ok(None),
            typed => narration::order_number(typed)
                .filter(|_| typed.len() <= 40)
                .map(Some)
                .ok_or(Rule::Malformed.says("Enter the order's number, such as VM-261126-7K3QX")),
        };
        let has_order = !matches!(order_number, Ok(None));
        let order_number = field("order_number", order_number, all);
        let note = match self.note.trim() {
            "" if has_order => Ok(String::new()),
            "" => Err(Rule::Required.says("Enter what this money was")),
            typed => Paragraphs::<LONGEST_NOTE>::read(typed)
                .map(Paragraphs::into_string)
                .map_err(|broken| broken.of("Note")),
        };
        let note = field("note", note, all);
        let resolution = (|| {
            Some(CreditResolution {
                credit_id: credit_id?,
                order_number: order_number?,
                note: note?,
            })
        })();
        resolution.ok_or(violations)
    }
}

impl CreditResolution {
    /// Applies the resolution for a staff member. Idempotent.
    pub async fn apply(&self, payments: &Payments, staff_id: Option<Uuid>) -> Result<(), Error> {
        let credit = credit_store::find(&payments.db, self.credit_id).await?;
        let credit = credit.ok_or(Error::UnknownCredit)?;
        if self.is_applied_to(&credit) {
            return Ok(());
        }
        if matches!(credit.state, CreditState::Matched | CreditState::NoOrder) {
            return Err(Error::AlreadyResolved);
        }
        let staff_note = (staff_id, self.note.as_str());
        if let Some(number) = &self.order_number {
            return pay_order::pay(payments, &credit, number, staff_note).await;
        }
        if credit_store::mark_no_order(&payments.db, credit.id, staff_note).await? {
            return Ok(());
        }
        Err(Error::AlreadyResolved)
    }

    fn is_applied_to(&self, credit: &Credit) -> bool {
        match (credit.state, &self.order_number) {
            (CreditState::Matched, Some(number)) => credit.order_number.as_ref() == Some(number),
            (CreditState::NoOrder, None) => credit.note == self.note,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolution(order_number: &str, note: &str) -> Result<CreditResolution, Vec<String>> {
        let details = CreditResolutionDetails {
            credit_id: Uuid::nil().to_string(),
            order_number: order_number.to_owned(),
            note: note.to_owned(),
        };
        let fields = |violations: Vec<Violation>| {
            violations
                .into_iter()
                .map(|violation| violation.field.into_owned())
        };
        details
            .validate()
            .map_err(|violations| fields(violations).collect())
    }

    #[test]
    fn a_credit_is_an_orders_or_has_a_note() {
        let read = resolution(" vm2611267k3qx ", "").expect("it is an order's");
        assert_eq!(read.order_number.as_deref(), Some("VM-261126-7K3QX"));
        assert!(resolution("", "Rent of the shelf").is_ok());
        assert_eq!(resolution("", " "), Err(vec!["note".to_owned()]));
        assert_eq!(resolution("261126", "x"), Err(vec!["order_number".to_owned()]));
        assert_eq!(
            resolution("VM-261126-7K3QX", &"x".repeat(501)),
            Err(vec!["note".to_owned()])
        );
    }
}
