//! The trial balance.

use proto::billing::v1::{self as contract, GetTrialBalanceRequest};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::{Answer, money::Rupees},
    request::query::QueryParams,
};

use crate::{
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Returns the trial balance: the balance of each account, and whether debits equal credits.
#[utoipa::path(
    get,
    path = "/api/office/v1/books",
    tag = "books",
    operation_id = "getTrialBalance",
    params(BalanceQuery),
    responses(
        (status = 200, description = "The accounts", body = Answer<TrialBalance>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn get(
    session: Session,
    QueryParams(query): QueryParams<BalanceQuery>,
) -> Result<Answer<TrialBalance>, ApiError> {
    let request = GetTrialBalanceRequest {
        until: query.until.unwrap_or_default(),
    };
    let balance = session.call("", request).await?;
    Ok(Answer::new(TrialBalance {
        is_balanced: balance.sum_paise == 0,
        known_accounts: balance.known_accounts,
        accounts: balance.accounts.into_iter().map(AccountBalance::from).collect(),
    }))
}

/// The date of the trial balance.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BalanceQuery {
    /// The last day that counts; today if absent.
    #[param(nullable = false, format = "date", example = "2026-11-30")]
    until: Option<String>,
}

/// The trial balance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrialBalance {
    /// Sorted by name; accounts without an entry are absent.
    accounts: Vec<AccountBalance>,
    /// True if total debits equal total credits. If false, the books are wrong.
    is_balanced: bool,
    /// The names of all accounts that a correction may use.
    known_accounts: Vec<String>,
}

/// The balance of one account.
#[derive(Debug, Serialize, ToSchema)]
struct AccountBalance {
    /// The account's name.
    #[schema(example = "receivable:online")]
    account: String,
    /// Total debits, in rupees.
    debit: Rupees,
    /// Total credits, in rupees.
    credit: Rupees,
}

impl From<contract::AccountBalance> for AccountBalance {
    fn from(message: contract::AccountBalance) -> Self {
        Self {
            account: message.account,
            debit: Rupees::from_paise(message.debit_paise),
            credit: Rupees::from_paise(message.credit_paise),
        }
    }
}
