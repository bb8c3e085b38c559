//! Corrections of the ledger.

use billing::InvoiceAt;
use proto::billing::v1::{GetTrialBalanceRequest, LedgerEntry, PostCorrectionRequest};
use runtime::status;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::shop::{Billing, Shop};

impl Billing {
    async fn post(&self, request: &PostCorrectionRequest) -> Result<LedgerEntry, Status> {
        let answer = self.books.clone().post_correction(request.clone()).await?;
        Ok(answer.into_inner().entry.expect("it is answered"))
    }
}

fn correction() -> PostCorrectionRequest {
    PostCorrectionRequest {
        correction_id: Uuid::now_v7().to_string(),
        debit_account: "bank".to_owned(),
        credit_account: "receivable:later".to_owned(),
        amount_paise: 12_345,
        reason: "The transfer of order 42 was never written down".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_is_an_entry_like_all_others_booked_once_with_its_reason() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let request = correction();
    let (one, two) = tokio::join!(billing.post(&request), billing.post(&request));
    let entry = one.expect("it is booked");
    assert_eq!(two.expect("it is the same"), entry);
    assert_eq!(
        (
            entry.cause.as_str(),
            entry.cause_id.as_str(),
            entry.reason.as_str()
        ),
        (
            "correction",
            request.correction_id.as_str(),
            request.reason.as_str()
        )
    );
    assert_eq!(billing.entries().await, [entry]);
    let expected = [("bank", 12_345), ("receivable:later", -12_345)];
    assert_eq!(
        billing.balances().await,
        expected.map(|(name, paise)| (name.to_owned(), paise))
    );

    for other in [
        PostCorrectionRequest {
            amount_paise: 1,
            ..request.clone()
        },
        PostCorrectionRequest {
            reason: "Something else altogether".to_owned(),
            ..request.clone()
        },
    ] {
        let refused = billing.post(&other).await.expect_err("it is another");
        assert_eq!(refused.code(), Code::AlreadyExists, "{refused}");
    }
    // A second correction reverses it, and the first stays.
    let undone = PostCorrectionRequest {
        debit_account: request.credit_account,
        credit_account: request.debit_account,
        ..correction()
    };
    billing.post(&undone).await.expect("it is booked");
    let nothing = [("bank", 0), ("receivable:later", 0)];
    assert_eq!(
        billing.balances().await,
        nothing.map(|(name, paise)| (name.to_owned(), paise))
    );
    assert_eq!(billing.entries().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_is_of_accounts_that_the_books_know() {
    let shop = Shop::open().await;
    let billing = shop.billing(InvoiceAt::Shipping).await;
    let request = GetTrialBalanceRequest::default();
    let balance = billing.books.clone().get_trial_balance(request).await;
    let known = balance.expect("it answers").into_inner().known_accounts;
    for account in ["cash", "refunds_payable", "sales:5%", "sales:18%"] {
        assert!(known.iter().any(|name| name == account), "{account}: {known:?}");
    }
    let wrong = PostCorrectionRequest {
        correction_id: "x".to_owned(),
        debit_account: "till".to_owned(),
        credit_account: "sales:7%".to_owned(),
        amount_paise: 0,
        reason: "typo".to_owned(),
    };
    let refused = billing.post(&wrong).await.expect_err("all of it is wrong");
    let violations = status::details(&refused).violations.into_iter();
    let fields: Vec<_> = violations.map(|violation| violation.field).collect();
    assert_eq!(
        fields,
        [
            "correction_id",
            "debit_account",
            "credit_account",
            "amount_paise",
            "reason"
        ]
    );
    assert!(billing.entries().await.is_empty());
}
