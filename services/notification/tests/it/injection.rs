use crate::{CONTACT_MAILS, ORDER_MAILS, SHOP, contact_received, mailroom::Mailroom, order_placed};
use proto::{contact::v1::Message, order::v1::Order};

const INJECTED: &str = "x\r\nBcc: everyone@example.com\r\n\r\n.\r\nMAIL FROM:<x@example.com>";

#[tokio::test(flavor = "multi_thread")]
async fn typed_text_adds_no_header_and_no_recipient() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let messages = [
        Message {
            name: INJECTED.to_owned(),
            ..contact_received()
        },
        Message {
            subject: INJECTED.to_owned(),
            ..contact_received()
        },
        Message {
            message: INJECTED.to_owned(),
            phone: INJECTED.to_owned(),
            ..contact_received()
        },
    ];
    let orders = [Order {
        full_name: INJECTED.to_owned(),
        delivery_address: INJECTED.to_owned(),
        ..order_placed()
    }];
    for message in &messages {
        let id = room.contact(message).await;
        room.until_mailed(id, &CONTACT_MAILS).await;
    }
    for order in &orders {
        let id = room.order(order).await;
        room.until_mailed(id, &ORDER_MAILS).await;
    }
    room.until_settled().await;
    let mails = room.mailbox.mails();
    assert_eq!(mails.len(), 8);
    for mail in mails {
        assert!(
            [["meera@example.com"], [SHOP], ["asha@example.com"]].contains(&[&*mail.recipients.concat()]),
            "{mail:?}"
        );
        assert_eq!(mail.headers("To"), mail.recipients, "{mail:?}");
        for (header, count) in [
            ("Bcc", 0),
            ("Cc", 0),
            ("From", 1),
            ("Reply-To", 1),
            ("Subject", 1),
        ] {
            assert_eq!(mail.headers(header).len(), count, "{header} in {mail:?}");
        }
    }
    assert_eq!(room.mailbox.count_commands("RCPT"), 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_with_more_than_an_address_gets_no_mail_and_the_shop_still_hears() {
    let room = Mailroom::build().await;
    let _service = room.open().await;
    let mut ids = Vec::new();
    for email in [
        "meera@example.com\r\nBcc: everyone@example.com",
        "meera@example.com, everyone@example.com",
        "meera@example.com> RCPT TO:<everyone@example.com",
        "Meera <meera@example.com>",
    ] {
        let event = Message {
            email: email.to_owned(),
            ..contact_received()
        };
        let id = room.contact(&event).await;
        room.until_mailed(id, &["contact-notice"]).await;
        ids.push(id.to_string());
    }
    room.until_settled().await;
    let letters = room.dead_letters("contact-acknowledgement").await;
    let found: Vec<_> = letters.iter().map(|letter| letter.event_id.clone()).collect();
    assert_eq!(found, ids);
    for letter in letters {
        assert!(letter.reason.contains("not well-formed"), "{letter:?}");
        assert!(!letter.reason.contains("meera"), "{letter:?}");
    }
    for mail in room.mailbox.mails() {
        assert_eq!(mail.recipients, [SHOP]);
        assert_eq!(
            mail.headers("Bcc").len() + mail.headers("Reply-To").len(),
            0,
            "{mail:?}"
        );
    }
}
