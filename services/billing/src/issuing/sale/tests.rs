//! Tests the amounts of sale documents and credit notes.

use time::macros::date;

use super::{
    cases::{CASES, Case},
    *,
};
use crate::{
    document::facts::{ChargeKind, CorrectedDocument},
    issuing::{
        credit_note::{CreditSubject, credit},
        sold_order::{Charge, Goods, ReturnedPack, Reversal, ShippingProgress},
    },
    ledger::account::Method,
};

fn rates() -> Vec<HsnRate> {
    let rate = |hsn: &str, rate_basis_points| HsnRate {
        hsn: hsn.to_owned(),
        since: date!(2017 - 07 - 01),
        rate_basis_points,
    };
    vec![rate("1211", 500), rate("3004", 1_200)]
}

fn seller(is_registered: bool) -> Seller {
    Seller {
        shop_name: "Vanmool".to_owned(),
        hindi_name: String::new(),
        legal_name: "Vanmool Herbals".to_owned(),
        address_lines: vec!["Surat, Gujarat".to_owned()],
        gstin: if is_registered { "24AAPFU0939F1ZV" } else { "" }.to_owned(),
        state: State::named("Gujarat"),
        food_licence: String::new(),
        phone: String::new(),
        email: String::new(),
        is_sample: false,
    }
}

fn order(case: &Case) -> (SoldOrder, HashMap<Uuid, TaxClassification>) {
    let id = |place: usize| Uuid::from_u128(place as u128 + 1);
    let numbered = || case.goods.iter().enumerate();
    let goods = numbered().map(|(place, (_, unit_price_paise, quantity))| Goods {
        product_id: id(place),
        name: format!("Powder {place}"),
        weight_in_grams: 100,
        quantity: *quantity,
        unit_price_paise: *unit_price_paise,
        sku: String::new(),
    });
    let charges = case.charges.iter().map(|paise| Charge {
        kind: ChargeKind::Delivery,
        label: "Delivery".to_owned(),
        amount_paise: *paise,
    });
    let classes = numbered().map(|(place, (tax_class, ..))| {
        let class = TaxClassification {
            hsn_code: "12119029".to_owned(),
            tax_class: (*tax_class).to_owned(),
        };
        (id(place), class)
    });
    let order = SoldOrder {
        order_id: id(90),
        order_number: "VM-261121-7K3QX".to_owned(),
        ordered_on: date!(2026 - 11 - 21),
        full_name: "Asha Patel".to_owned(),
        address: "12 Ring Road".to_owned(),
        pincode: "395007".to_owned(),
        goods: goods.collect(),
        charges: charges.collect(),
        method: Method::Later,
        is_packed: true,
        progress: ShippingProgress::Shipped,
        is_prepaid: false,
        is_paid_online: false,
        version: 1,
        reversal: None,
    };
    (order, classes.collect())
}

fn sold(case: &Case) -> Result<Facts, UnknownRate> {
    let (order, classes) = order(case);
    let rates = rates();
    let terms = SaleTerms {
        seller: seller(case.is_registered),
        buyers_state: State::named(case.to),
        classes: &classes,
        rates: &rates,
    };
    sale(&order, terms, date!(2026 - 11 - 26))
}

/// The taxable value and each tax. Panics if the kind of tax is wrong or the halves differ.
fn checked_taxes(facts: &Facts, taxes: Taxes) -> (i64, i64) {
    match facts.supply {
        Supply::WithinState => {
            assert_eq!((taxes.cgst_paise, taxes.igst_paise), (taxes.sgst_paise, 0));
            (taxes.taxable_paise, taxes.cgst_paise)
        }
        Supply::BetweenStates | Supply::Untaxed => {
            assert_eq!((taxes.cgst_paise, taxes.sgst_paise), (0, 0));
            (taxes.taxable_paise, taxes.igst_paise)
        }
    }
}

#[test]
fn twenty_orders_come_to_the_amounts_computed_by_hand() {
    for case in &CASES {
        let facts = sold(case).expect("its rates are known");
        let lines: Vec<_> = facts
            .lines
            .iter()
            .map(|line| checked_taxes(&facts, line.taxes))
            .collect();
        assert_eq!(lines, case.lines, "{}", case.what);
        let ordered: i64 = case
            .goods
            .iter()
            .map(|(_, price, packs)| price * i64::from(*packs))
            .sum();
        assert_eq!(
            facts.total_paise(),
            ordered + case.charges.iter().sum::<i64>(),
            "{}",
            case.what
        );
        let is_here = matches!(case.to, "Gujarat" | "");
        assert_eq!(
            facts.supply == Supply::WithinState,
            is_here && case.is_registered,
            "{}",
            case.what
        );
        let mut earlier = Vec::new();
        for (money, taxable, tax) in case.backs {
            let what = CreditSubject::Money(*money, "goodwill".to_owned());
            let note = credit(&facts, &earlier, &what).expect("something is left");
            assert_eq!(
                checked_taxes(&facts, note.sum()),
                (*taxable, *tax),
                "{}: {money} back",
                case.what
            );
            assert_eq!(note.kind, DocumentKind::CreditNote);
            earlier.push(note);
        }
        let back = Taxes::sum(earlier.iter().map(Facts::sum));
        if back.gross_paise() == facts.total_paise() {
            assert_eq!(back, facts.sum(), "{}", case.what);
            let more = CreditSubject::Money(100, "goodwill".to_owned());
            assert_eq!(credit(&facts, &earlier, &more), None, "{}", case.what);
        }
    }
}

#[test]
fn packs_that_come_back_are_credited_once_and_what_never_came_wholly() {
    let case = &CASES[10];
    let facts = Facts {
        number: "INV-2627-000001".to_owned(),
        ..sold(case).expect("its rates are known")
    };
    let pack = |product: u128, quantity| ReturnedPack {
        product_id: Uuid::from_u128(product),
        weight_in_grams: 100,
        quantity,
    };
    let returned = |packs| CreditSubject::Goods(Reversal::Returned(packs));
    let note = credit(&facts, &[], &returned(vec![pack(1, 1)])).expect("a pack is back");
    assert_eq!(note.total_paise(), 24_900);
    assert_eq!(
        (
            note.lines.len(),
            note.lines[0].quantity,
            note.lines[0].taxes.cgst_paise
        ),
        (1, 1, 593)
    );
    let corrects = CorrectedDocument {
        number: "INV-2627-000001".to_owned(),
        issued_on: "2026-11-26".to_owned(),
        reason: "Packs were returned".to_owned(),
    };
    assert_eq!(note.corrects, Some(corrects));
    // Packs beyond the sold quantity, and packs that are not in the order, are not credited.
    let more = credit(
        &facts,
        std::slice::from_ref(&note),
        &returned(vec![pack(1, 9), pack(7, 1)]),
    )
    .expect("a pack is left");
    assert_eq!((more.total_paise(), more.lines[0].quantity), (24_900, 1));
    assert_eq!(
        credit(&facts, &[note.clone(), more], &returned(vec![pack(1, 1)])),
        None
    );
    // All goods, without the delivery charge.
    let goods = credit(&facts, &[], &returned(Vec::new())).expect("all is back");
    assert_eq!(goods.total_paise(), facts.total_paise() - 5_000);
    let all = credit(
        &facts,
        std::slice::from_ref(&note),
        &CreditSubject::Goods(Reversal::Undelivered),
    )
    .expect("the rest is back");
    assert_eq!(Taxes::sum([note.sum(), all.sum()]), facts.sum());
}

#[test]
fn money_for_packs_that_returned_to_origin_is_credited_as_these_packs() {
    let facts = sold(&CASES[10]).expect("its rates are known");
    let pack = ReturnedPack {
        product_id: Uuid::from_u128(1),
        weight_in_grams: 100,
        quantity: 1,
    };
    let note = |paise| {
        let what = CreditSubject::Packs(paise, vec![pack.clone()]);
        credit(&facts, &[], &what).expect("a pack is back")
    };
    let lines = |note: &Facts| {
        let lines = note.lines.iter();
        let lines = lines.map(|line| (line.place, line.quantity, line.taxes.gross_paise()));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(lines(&note(24_900)), [(facts.lines[0].place, 1, 24_900)]);
    // A smaller amount is spread over these packs, without crediting a pack.
    assert_eq!(lines(&note(20_000)), [(facts.lines[0].place, 0, 20_000)]);
    // A larger amount is spread over the whole sale.
    let more = note(30_000);
    assert!(more.lines.len() > 1, "{more:?}");
    assert_eq!(more.total_paise(), 30_000);
    let all = credit(
        &facts,
        &[],
        &CreditSubject::Packs(facts.total_paise() - 5_000, Vec::new()),
    );
    assert!(
        all.expect("all is back")
            .lines
            .iter()
            .all(|line| line.quantity > 0)
    );
}

#[test]
fn goods_without_a_known_rate_are_not_invoiced() {
    let (order, mut classes) = order(&CASES[1]);
    for class in classes.values_mut() {
        "0910".clone_into(&mut class.hsn_code);
    }
    let rates = rates();
    let terms = |is_registered| SaleTerms {
        seller: seller(is_registered),
        buyers_state: State::named("Gujarat"),
        classes: &classes,
        rates: &rates,
    };
    let on = date!(2026 - 11 - 26);
    assert_eq!(sale(&order, terms(true), on), Err(UnknownRate("0910".to_owned())));
    // A seller who charges no tax needs no rate.
    assert!(sale(&order, terms(false), on).is_ok());
}
