//! Correcting entries in the books.

use proto::billing::v1::PostCorrectionRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal, money::Rupees},
    request::json_body::JsonBody,
};

use crate::{
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Posts a correcting entry with today's date, once per id.
///
/// Existing entries never change.
#[utoipa::path(
    post,
    path = "/api/office/v1/books/corrections",
    tag = "books",
    operation_id = "postCorrection",
    request_body = Correction,
    responses(
        (status = 200, description = "The entry", body = Answer<BookedCorrection>),
        (status = 409, description = "The id was used with other values", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn post(
    session: Session,
    JsonBody(correction): JsonBody<Correction>,
) -> Result<Answer<BookedCorrection>, ApiError> {
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

/// The longest subject that the audit log keeps, in characters. The billing service validates the account
/// names.
const LONGEST_SUBJECT: usize = 60;

/// A correcting entry.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Correction {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    correction_id: String,
    /// The account to debit: one of the known accounts.
    #[schema(example = "bank")]
    debit_account: String,
    /// The account to credit: another known account.
    #[schema(example = "receivable:later")]
    credit_account: String,
    /// The amount in rupees, above 0.
    amount: Rupees,
    /// The reason, for later readers of the books.
    #[schema(min_length = 10, max_length = 300)]
    reason: String,
}

/// A posted correction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookedCorrection {
    /// A UUID.
    #[schema(format = "uuid")]
    entry_id: String,
    /// The day of the entry.
    #[schema(format = Date)]
    booked_on: String,
}
