//! Refunds that staff request.

use runtime::status::{Rule, Violation, field};
use uuid::Uuid;
use values::Paragraphs;

use crate::{
    error::Error,
    payment::{
        payment_store,
        refund::{Refund, RefundReason},
        refund_store,
    },
    payments::Payments,
    refunds::{
        remaining,
        request_refund::{self, RefundRequest},
    },
};

/// Razorpay refuses less than a rupee: `markdown/api/refunds/create-normal.md`, "Errors".
const LEAST_PAISE: i64 = 100;

/// Length limit of a note, in characters.
const MAX_NOTE: usize = 500;

/// A refund request as received. [`StaffRefundDetails::validate`] makes a [`StaffRefundRequest`] of it.
#[derive(Debug, Clone)]
pub struct StaffRefundDetails {
    /// A UUID.
    pub refund_id: String,
    /// A UUID.
    pub payment_id: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason. `None` if the request has none.
    pub reason: Option<RefundReason>,
    /// A note for staff. May be empty.
    pub note: String,
}

/// A checked refund request.
#[derive(Debug, Clone)]
pub struct StaffRefundRequest {
    payment_id: Uuid,
    refund: RefundRequest,
}

impl StaffRefundDetails {
    /// Checks the values. Returns all violations.
    pub fn validate(&self, staff_id: Option<Uuid>) -> Result<StaffRefundRequest, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let uuid = |text: &str| Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"));
        let id = field("refund_id", uuid(&self.refund_id), all);
        let payment_id = field("payment_id", uuid(&self.payment_id), all);
        let amount_paise = match self.amount_paise {
            LEAST_PAISE.. => Ok(self.amount_paise),
            1.. => Err(Rule::NotOffered.says("Refund at least ₹1.00")),
            _ => Err(Rule::Required.says("Enter how much to refund")),
        };
        let amount_paise = field("amount_paise", amount_paise, all);
        let reason = match self.reason {
            Some(reason) if reason.is_of_staff() => Ok(reason),
            Some(_) => Err(Rule::Unknown.says("Choose another reason. This one is automatic")),
            None => Err(Rule::Required.says("Choose why it is refunded")),
        };
        let reason = field("reason", reason, all);
        let note = if self.note.trim().is_empty() {
            Ok(String::new())
        } else {
            let note = Paragraphs::<MAX_NOTE>::read(&self.note);
            note.map(Paragraphs::into_string)
                .map_err(|broken| broken.of("Note"))
        };
        let note = field("note", note, all);
        let request = (|| {
            Some(StaffRefundRequest {
                payment_id: payment_id?,
                refund: RefundRequest {
                    id: id?,
                    amount_paise: amount_paise?,
                    reason: reason?,
                    note: note?,
                    staff_id,
                },
            })
        })();
        request.ok_or(violations)
    }
}

impl StaffRefundRequest {
    /// True if the stored refund has the same payment, amount and reason.
    fn is(&self, known: &Refund) -> bool {
        let RefundRequest {
            amount_paise, reason, ..
        } = self.refund;
        (self.payment_id, amount_paise, reason) == (known.payment_id, known.amount_paise, known.reason)
    }
}

/// Requests a refund, once per refund id.
pub async fn refund(payments: &Payments, request: StaffRefundRequest) -> Result<Refund, Error> {
    let mut transaction = database::begin(&payments.db).await?;
    let money = payment_store::lock(&mut transaction, request.payment_id).await?;
    let money = money.ok_or(Error::UnknownPayment)?;
    if let Some(known) = refund_store::find(&mut *transaction, request.refund.id).await? {
        return if request.is(&known) {
            Ok(known)
        } else {
            Err(Error::RefundIdReused)
        };
    }
    if money.outcome.is_none() {
        return Err(Error::NotDecided);
    }
    let left = remaining::of_payment(&mut transaction, &money).await?;
    if left.is_disputed {
        return Err(Error::Disputed);
    }
    if request.refund.amount_paise > left.paise {
        return Err(Error::ExceedsRemaining {
            left_paise: left.paise,
        });
    }
    let refund = request_refund::request(&mut transaction, &money, request.refund).await?;
    // A refund of another payment with this id was stored meanwhile.
    let refund = refund.ok_or(Error::RefundIdReused)?;
    transaction.commit().await?;
    payments.relay.wake();
    payments.workers.wake();
    Ok(refund)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_refund_below_a_rupee() {
        let details = |amount_paise| StaffRefundDetails {
            refund_id: Uuid::nil().to_string(),
            payment_id: Uuid::nil().to_string(),
            amount_paise,
            reason: Some(RefundReason::Goodwill),
            note: String::new(),
        };
        assert!(details(100).validate(None).is_ok());
        for amount_paise in [-1, 0, 1, 99] {
            let violations = details(amount_paise)
                .validate(None)
                .expect_err("it is too little");
            assert_eq!(violations[0].field, "amount_paise", "{amount_paise}");
        }
    }

    #[test]
    fn everything_wrong_with_a_refund_is_said_at_once() {
        let details = StaffRefundDetails {
            refund_id: String::new(),
            payment_id: "x".to_owned(),
            amount_paise: 0,
            reason: Some(RefundReason::TooLate),
            note: "x".repeat(501),
        };
        let violations = details.validate(None).expect_err("all of it is wrong");
        let fields: Vec<_> = violations
            .iter()
            .map(|violation| violation.field.as_ref())
            .collect();
        assert_eq!(
            fields,
            ["refund_id", "payment_id", "amount_paise", "reason", "note"]
        );
    }
}
