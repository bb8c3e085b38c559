//! Tests of actions by staff on behalf of shoppers.

use proto::identity::v1::{
    DataPart, GetErasureRequest, ProveEmailRequest, PutDataPartRequest, ReportErasedRequest,
    RequestAccountCodeRequest,
};
use runtime::status;
use testkit::eventually;
use tonic::Code;

use crate::{EMAIL, Identity, PASSWORD, code_in, shoppers::UNKNOWN};

#[tokio::test(flavor = "multi_thread")]
async fn data_that_staff_ask_for_is_gathered_and_told_to_the_shopper() {
    let identity = Identity::with_account().await;
    let id = identity.id(EMAIL).await;
    identity
        .request_data_of(&id)
        .await
        .expect("there is such a shopper");
    let asked = "SELECT id::text FROM data_requests";
    let request_id = identity.text(asked).await;
    let events = "SELECT count(*)::text FROM outbox WHERE subject = 'shop.account.data_requested.v1'";
    assert_eq!(identity.text(events).await, "1", "the other services hear of it");
    for service in identity::HOLDERS {
        let part = DataPart {
            service: service.to_owned(),
            json: "{}".to_owned(),
        };
        let put = PutDataPartRequest {
            request_id: request_id.clone(),
            part: Some(part),
        };
        let put = identity.client.clone().put_data_part(put).await;
        put.expect("it is waited for");
    }
    let mail = eventually("the shopper is told", async || identity.mails_to(EMAIL).pop()).await;
    assert!(mail.text.contains("copy of your data is ready"), "{}", mail.text);
    let progress = identity.data(&id, None).await.expect("it is there");
    assert!(
        progress.missing.is_empty() && progress.parts.is_empty(),
        "a session opens nothing"
    );
    for wrong in ["", "monsoon-43"] {
        let refused = identity.data(&id, Some(wrong)).await;
        assert_eq!(
            refused.expect_err("the password is wrong").code(),
            Code::InvalidArgument
        );
    }
    let data = identity
        .data(&id, Some(PASSWORD))
        .await
        .expect("the password is right");
    assert!(data.missing.is_empty() && data.parts.len() == identity::HOLDERS.len() + 1);

    let again = identity
        .request_data_of(&id)
        .await
        .expect_err("it was a moment ago");
    assert_eq!(again.code(), Code::ResourceExhausted, "{again}");
    assert!(status::details(&again).retry_after.is_some());
    assert_eq!(identity.text(asked).await, request_id, "the collected data stays");
    identity.wait_for_limits().await;
    identity.request_data_of(&id).await.expect("it is long ago");
    let unknown = identity.request_data_of(UNKNOWN).await;
    assert_eq!(unknown.expect_err("there is none").code(), Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_staff_delete_goes_as_if_its_shopper_had_done_it() {
    let identity = Identity::with_account().await;
    let id = identity.id(EMAIL).await;
    identity.save(EMAIL, "Asha Patel", true).await;
    let session = identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    for _ in 0..2 {
        identity
            .delete_shopper(&id)
            .await
            .expect("the second time it is under way");
    }
    let ended = identity.authenticate(&session).await;
    assert_eq!(
        ended.expect_err("its account is gone").code(),
        Code::Unauthenticated
    );
    assert_eq!(
        identity.shopper(&id).await.expect_err("it is gone").code(),
        Code::NotFound
    );
    assert_eq!(identity.found("patel").await, Vec::<String>::new());
    let events = "SELECT count(*)::text FROM outbox WHERE subject = 'shop.account.deleted.v1'";
    assert_eq!(
        identity.text(events).await,
        "1",
        "the other services hear of it once"
    );
    let erasure = GetErasureRequest {
        account_id: id.clone(),
    };
    let erasure = identity.client.clone().get_erasure(erasure).await;
    let erasure = erasure.expect("it is under way").into_inner();
    assert_eq!(
        (erasure.email.as_str(), erasure.email_is_proven),
        (EMAIL, false),
        "no code proved the address"
    );
    for service in identity::HOLDERS {
        let report = ReportErasedRequest {
            account_id: id.clone(),
            service: service.to_owned(),
        };
        let reported = identity.client.clone().report_erased(report).await;
        reported.expect("it is waited for");
    }
    let mail = eventually("the shopper is told", async || identity.mails_to(EMAIL).pop()).await;
    assert!(mail.text.contains("account is deleted"), "{}", mail.text);
    let over = identity.delete_shopper(&id).await;
    assert_eq!(over.expect_err("nothing of it is left").code(), Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_proven_by_a_code_only() {
    let identity = Identity::with_account().await;
    let id = identity.id(EMAIL).await;
    identity
        .log_in(EMAIL, PASSWORD)
        .await
        .expect("the password is right");
    assert!(!identity.email_is_proven(&id).await, "a login proves nothing");
    let code = identity.code(EMAIL).await;
    identity
        .reset(EMAIL, &code, "winter-harvest")
        .await
        .expect("the code is right");
    assert!(identity.email_is_proven(&id).await);
    identity.delete_shopper(&id).await.expect("it is there");
    let erasure = GetErasureRequest { account_id: id };
    let erasure = identity.client.clone().get_erasure(erasure).await;
    assert!(erasure.expect("it is under way").into_inner().email_is_proven);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_for_the_account_proves_its_address() {
    let identity = Identity::with_account().await;
    let id = identity.id(EMAIL).await;
    let request = RequestAccountCodeRequest {
        account_id: id.clone(),
        ..RequestAccountCodeRequest::default()
    };
    let asked = identity.client.clone().request_account_code(request).await;
    asked.expect("a code may be asked for");
    let mail = eventually("the code arrives", async || identity.mails_to(EMAIL).pop()).await;
    let proof = ProveEmailRequest {
        account_id: id.clone(),
        code: code_in(&mail),
        ..ProveEmailRequest::default()
    };
    let proven = identity.client.clone().prove_email(proof).await;
    proven.expect("the code is right");
    assert!(identity.email_is_proven(&id).await);
}
