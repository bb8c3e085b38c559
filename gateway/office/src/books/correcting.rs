//! Something in the books is put right.

use proto::billing::v1::PostCorrectionRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal, money::Rupees},
    request::json_body::JsonBody,
};

use crate::{
    request::refusal::{ReadsBody, Refused, StaffOnly},
    session::authorize::Session,
};

/// Books a correction today, once for its id. Nothing in the books is ever changed: what was wrong is put right by an entry that says
/// so.
#[utoipa::path(
    post,
    path = "/api/office/v1/books/corrections",
    tag = "books",
    operation_id = "postCorrection",
    request_body = Correction,
    responses(
        (status = 200, description = "The entry", body = Answer<BookedCorrection>),
        (status = 409, description = "The id came before with other values", body = Refusal),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn post(
    session: Session,
    JsonBody(correction): JsonBody<Correction>,
) -> Result<Answer<BookedCorrection>, Refused> {
    let subject = format!("{} to {}", correction.debit_account, correction.credit_account);
    let request = PostCorrectionRequest {
        correction_id: correction.correction_id,
        debit_account: correction.debit_account,
        credit_account: correction.credit_account,
        amount_paise: correction.amount.paise,
        reason: correction.reason,
    };
    let subject: String = subject.chars().take(LONGEST_SUBJECT).collect();
    let entry = session.call(&subject, request).await?.entry;
    let entry = entry.ok_or_else(|| Error::internal("the billing service answered without the entry"))?;
    Ok(Answer::new(BookedCorrection {
        entry_id: entry.entry_id,
        booked_on: entry.booked_on,
    }))
}

/// What the log keeps of what a call is about; the service says what is wrong with longer names.
const LONGEST_SUBJECT: usize = 60;

/// What is put right.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Correction {
    /// Chosen by the client for this correction, and sent again with every retry of it.
    #[schema(format = "uuid")]
    correction_id: String,
    /// The account that is debited: one of the known accounts.
    #[schema(example = "bank")]
    debit_account: String,
    /// The account that is credited: another one of them.
    #[schema(example = "receivable:later")]
    credit_account: String,
    /// In rupees, more than 0.
    amount: Rupees,
    /// Why: whoever reads the books later knows nothing else.
    #[schema(min_length = 10, max_length = 300)]
    reason: String,
}

/// The entry of a correction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookedCorrection {
    /// A UUID.
    #[schema(format = "uuid")]
    entry_id: String,
    /// The day on which it is booked.
    #[schema(format = Date)]
    booked_on: String,
}
