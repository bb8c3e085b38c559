//! What shoppers may ask the shop to do, done for them by staff.

use proto::identity::v1::{
    DataPart, GetDataRequest, GetErasureRequest, PutDataPartRequest, ReportErasedRequest,
};
use runtime::status;
use testkit::eventually;
use tonic::Code;

use crate::{EMAIL, Identity, PASSWORD, shoppers::NOBODY};

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
    let events = "SELECT count(*)::text FROM outbox WHERE subject = 'shop.account.data_requested.v2'";
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
    assert!(mail.text.contains("everything that we keep"), "{}", mail.text);
    let data = GetDataRequest {
        account_id: id.clone(),
    };
    let data = identity
        .client
        .clone()
        .get_data(data)
        .await
        .expect("it is there")
        .into_inner();
    assert!(data.missing.is_empty() && data.parts.len() == identity::HOLDERS.len() + 1);

    let again = identity
        .request_data_of(&id)
        .await
        .expect_err("it was a moment ago");
    assert_eq!(again.code(), Code::ResourceExhausted, "{again}");
    assert!(status::details(&again).retry_after.is_some());
    assert_eq!(identity.text(asked).await, request_id, "what was gathered stays");
    identity.wait_for_limits().await;
    identity.request_data_of(&id).await.expect("it is long ago");
    let nobody = identity.request_data_of(NOBODY).await;
    assert_eq!(nobody.expect_err("there is none").code(), Code::NotFound);
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
    let events = "SELECT count(*)::text FROM outbox WHERE subject = 'shop.account.deleted.v2'";
    assert_eq!(
        identity.text(events).await,
        "1",
        "the other services hear of it once"
    );
    let erasure = GetErasureRequest {
        account_id: id.clone(),
    };
    let erasure = identity.client.clone().get_erasure(erasure).await;
    assert_eq!(erasure.expect("it is under way").into_inner().email, EMAIL);
    for service in identity::HOLDERS {
        let report = ReportErasedRequest {
            account_id: id.clone(),
            service: service.to_owned(),
        };
        let reported = identity.client.clone().report_erased(report).await;
        reported.expect("it is waited for");
    }
    let mail = eventually("the shopper is told", async || identity.mails_to(EMAIL).pop()).await;
    assert!(mail.text.contains("delete your account"), "{}", mail.text);
    let over = identity.delete_shopper(&id).await;
    assert_eq!(over.expect_err("nothing of it is left").code(), Code::NotFound);
}
