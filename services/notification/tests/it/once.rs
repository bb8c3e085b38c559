use crate::{
    CONSUMERS, CONTACT_MAILS, ORDER_MAILS, SHOP, contact_received, mailroom::Mailroom, order_placed,
};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_and_a_message_are_told_to_both_sides_and_each_can_answer_the_other() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let order = room.order(&order_placed()).await;
    let message = room.contact(&contact_received()).await;
    room.until_mailed(order, &ORDER_MAILS).await;
    room.until_mailed(message, &CONTACT_MAILS).await;

    let mut mails = room.mails_about(order);
    mails.extend(room.mails_about(message));
    let told: Vec<_> = mails
        .iter()
        .map(|(_, mail)| {
            (
                mail.recipients.concat(),
                mail.headers("Reply-To").concat(),
                mail.headers("To"),
            )
        })
        .collect();
    let (asha, meera) = ("asha@example.com".to_owned(), "meera@example.com".to_owned());
    let to = |recipient: &str, reply_to: &str| {
        (
            recipient.to_owned(),
            reply_to.to_owned(),
            vec![recipient.to_owned()],
        )
    };
    assert_eq!(
        told,
        [
            to(&asha, SHOP),
            to(SHOP, &asha),
            to(&meera, SHOP),
            to(SHOP, &meera)
        ]
    );
    let subjects: Vec<_> = mails.iter().map(|(_, mail)| mail.subject()).collect();
    assert_eq!(subjects[0], "Order Confirmed! VM-261121-7K3QX");
    assert_eq!(subjects[2], "We have your message");
    assert_eq!(subjects[3], "Message from Meera Shah: order status");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_comes_again_sends_no_mail_again() {
    let room = Mailroom::build().await;
    let service = room.open().await;
    let order = room.order(&order_placed()).await;
    let message = room.contact(&contact_received()).await;
    room.until_mailed(order, &ORDER_MAILS).await;
    room.until_mailed(message, &CONTACT_MAILS).await;
    room.until_settled().await;
    service.stop().await;

    // Recreated consumers start at the first event, as after lost acknowledgements.
    for (stream, consumer) in CONSUMERS {
        let stream = room.jetstream.get_stream(stream).await.expect("it is there");
        stream.delete_consumer(consumer).await.expect("it can go");
    }
    let _service = room.open().await;
    room.until_settled().await;
    assert_eq!(room.names_about(order), ORDER_MAILS);
    assert_eq!(room.names_about(message), CONTACT_MAILS);
}
