use time::macros::date;

use super::*;
use crate::{
    document::facts::{Buyer, CorrectedDocument, Seller},
    tax::split::{Supply, Taxes},
};

const ON: Date = date!(2026 - 11 - 26);

fn line(place: usize, charge: Option<ChargeKind>, rate_basis_points: i64, taxes: Taxes) -> DocumentLine {
    DocumentLine {
        place,
        description: String::new(),
        sku: String::new(),
        product_id: String::new(),
        weight_in_grams: 100,
        hsn: if charge.is_none() { "1211" } else { "" }.to_owned(),
        quantity: i32::from(charge.is_none()),
        unit_price_paise: 0,
        charge,
        rate_basis_points,
        taxes,
    }
}

fn halves(taxable_paise: i64, half: i64) -> Taxes {
    Taxes {
        taxable_paise,
        cgst_paise: half,
        sgst_paise: half,
        igst_paise: 0,
    }
}

fn document(kind: DocumentKind, lines: Vec<DocumentLine>) -> Document {
    let seller = Seller {
        shop_name: String::new(),
        hindi_name: String::new(),
        legal_name: String::new(),
        address_lines: Vec::new(),
        gstin: String::new(),
        state: None,
        food_licence: String::new(),
        phone: String::new(),
        email: String::new(),
        is_sample: false,
    };
    let buyer = Buyer {
        full_name: String::new(),
        address: String::new(),
        pincode: String::new(),
    };
    let facts = Facts {
        kind,
        number: "INV-2627-000042".to_owned(),
        issued_on: "2026-11-26".to_owned(),
        seller,
        buyer,
        place_of_supply: None,
        order_number: "VM-261121-7K3QX".to_owned(),
        ordered_on: "2026-11-21".to_owned(),
        corrects: None::<CorrectedDocument>,
        supply: Supply::WithinState,
        lines,
    };
    Document {
        id: Uuid::from_u128(1),
        order_id: Uuid::from_u128(2),
        facts,
    }
}

fn order(method: Method) -> OrderReference {
    OrderReference {
        number: "VM-261121-7K3QX".to_owned(),
        method,
    }
}

/// The part, accounts and amount of each entry.
fn entries(booking: &Booking) -> Vec<String> {
    let entries = booking.entries.iter();
    entries
        .map(|entry| {
            format!(
                "{}: {} <- {} {}",
                entry.part, entry.debit, entry.credit, entry.amount_paise
            )
        })
        .collect()
}

#[test]
fn an_invoice_and_its_credit_note_are_each_others_mirror() {
    let lines = vec![
        line(0, None, 500, halves(47_428, 1_186)),
        line(1, None, 1_800, halves(10_000, 900)),
        line(2, Some(ChargeKind::Delivery), 1_800, halves(3_390, 305)),
        line(3, Some(ChargeKind::CodFee), 1_800, halves(2_542, 229)),
    ];
    let method = Method::CashOnDelivery;
    let invoice = of_document(&document(DocumentKind::Invoice, lines.clone()), method, ON);
    assert_eq!(
        entries(&invoice),
        [
            "issued:sales:5%: receivable:cod <- sales:5% 47428",
            "issued:sales:18%: receivable:cod <- sales:18% 10000",
            "issued:delivery: receivable:cod <- delivery 3390",
            "issued:cod_fee: receivable:cod <- cod_fee 2542",
            "issued:output_tax:cgst: receivable:cod <- output_tax:cgst 2620",
            "issued:output_tax:sgst: receivable:cod <- output_tax:sgst 2620",
        ]
    );
    let note = of_document(&document(DocumentKind::CreditNote, lines), method, ON);
    for (sold, credited) in invoice.entries.iter().zip(&note.entries) {
        assert_eq!((sold.debit, sold.credit), (credited.credit, credited.debit));
        assert_eq!(sold.amount_paise, credited.amount_paise);
    }
    assert_eq!(invoice.entries.len(), note.entries.len());
}

/// A credit note of one paisa can have two paise of taxes and a taxable value of minus one.
#[test]
fn less_than_nothing_goes_the_other_way() {
    let lines = vec![line(0, None, 500, halves(-1, 1))];
    let note = of_document(&document(DocumentKind::CreditNote, lines), Method::Later, ON);
    assert_eq!(
        entries(&note),
        [
            "issued:sales:5%: receivable:later <- sales:5% 1",
            "issued:output_tax:cgst: output_tax:cgst <- receivable:later 1",
            "issued:output_tax:sgst: output_tax:sgst <- receivable:later 1",
        ]
    );
}

#[test]
fn money_of_a_provider_comes_with_its_fee_and_is_held_where_no_order_took_it() {
    let captured = CapturedPayment {
        payment_id: Uuid::from_u128(3),
        provider: Provider::Razorpay,
        amount_paise: 53_800,
        fee_paise: 1_270,
        fee_tax_paise: 194,
        is_accepted: true,
        captured_on: ON,
    };
    // The shopper of a COD order paid online instead.
    assert_eq!(
        entries(&of_captured(&captured, order(Method::CashOnDelivery))),
        [
            "captured: provider:razorpay <- receivable:cod 53800",
            "captured:fee: provider_fees <- provider:razorpay 1076",
            "captured:fee_tax: input_tax:provider_fees <- provider:razorpay 194",
        ]
    );
    let held = CapturedPayment {
        provider: Provider::Upi,
        fee_paise: 0,
        fee_tax_paise: 0,
        is_accepted: false,
        ..captured
    };
    assert_eq!(
        entries(&of_captured(&held, order(Method::Online))),
        ["captured: bank <- unallocated 53800"]
    );
}

#[test]
fn money_by_hand_goes_to_the_bank_or_the_till() {
    for (channel, entry) in [
        (ReceiptChannel::Bank, "received: bank <- receivable:later 53800"),
        (ReceiptChannel::Cash, "received: cash <- receivable:later 53800"),
    ] {
        let received = ReceivedPayment {
            order_id: Uuid::from_u128(2),
            channel,
            amount_paise: 53_800,
            received_on: ON,
        };
        assert_eq!(entries(&of_received(&received, order(Method::Later))), [entry]);
    }
}

#[test]
fn a_refund_that_fails_is_undone_by_an_entry_of_its_own() {
    let entry_of = |step, is_of_accepted| {
        let refund = RefundMovement {
            refund_id: Uuid::from_u128(4),
            amount_paise: 10_000,
            step,
            is_of_accepted,
            provider: Provider::Razorpay,
            manual: None,
            changed_on: ON,
        };
        entries(&of_refund(&refund, order(Method::Online))).remove(0)
    };
    assert_eq!(
        entry_of(RefundStep::Requested, true),
        "wanted: receivable:online <- refunds_payable 10000"
    );
    assert_eq!(
        entry_of(RefundStep::Processed, true),
        "processed: refunds_payable <- provider:razorpay 10000"
    );
    assert_eq!(
        entry_of(RefundStep::Failed, true),
        "failed: refunds_payable <- receivable:online 10000"
    );
    assert_eq!(
        entry_of(RefundStep::Requested, false),
        "wanted: unallocated <- refunds_payable 10000"
    );
    assert_eq!(
        entry_of(RefundStep::Failed, false),
        "failed: refunds_payable <- unallocated 10000"
    );
}

#[test]
fn an_entry_has_its_id_from_its_cause() {
    let booking = |id, method| {
        let received = ReceivedPayment {
            order_id: Uuid::from_u128(id),
            channel: ReceiptChannel::Bank,
            amount_paise: 100,
            received_on: ON,
        };
        let booking = of_received(&received, order(method));
        booking.id(&booking.entries[0])
    };
    assert_eq!(booking(1, Method::Later), booking(1, Method::Online));
    assert_ne!(booking(1, Method::Later), booking(2, Method::Later));
}

#[test]
fn charges_are_registered_with_the_goods_they_follow() {
    let lines = vec![
        line(0, None, 500, halves(47_428, 1_186)),
        DocumentLine {
            hsn: "3004".to_owned(),
            ..line(1, None, 1_800, halves(10_000, 900))
        },
        line(2, Some(ChargeKind::Delivery), 1_800, halves(3_390, 305)),
    ];
    let note = document(DocumentKind::CreditNote, lines);
    let rows = crate::ledger::register::rows(&note.facts);
    let told: Vec<_> = rows
        .iter()
        .map(|row| (&*row.hsn, row.rate_basis_points, row.quantity, row.taxes))
        .collect();
    assert_eq!(
        told,
        [
            ("1211", 500, -1, halves(-47_428, -1_186)),
            ("3004", 1_800, -1, halves(-13_390, -1_205)),
        ]
    );
}
