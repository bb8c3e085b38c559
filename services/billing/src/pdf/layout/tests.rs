//! Stories about the layout of documents.

use super::*;
use crate::{
    document::{
        facts::{Buyer, ChargeKind, CorrectedDocument, DocumentLine, Seller},
        kind::DocumentKind,
    },
    pdf::{render, sheet::BOTTOM},
    tax::{
        split::{Price, Supply, split},
        states::State,
    },
};

/// An invoice with this many lines of goods, and a charge.
fn invoice(goods: usize, supply: Supply, buyer: (&str, &str)) -> Facts {
    let is_registered = supply != Supply::Untaxed;
    let state = |name| State::named(name).expect("it is one");
    let price = Price {
        gross_paise: 49_800,
        rate_basis_points: 500,
    };
    let taxes = split(&vec![price; goods + 1], supply).into_iter().enumerate();
    let lines = taxes.map(|(place, taxes)| {
        let is_charge = place == goods;
        let of_goods = |text: &str| if is_charge { String::new() } else { text.to_owned() };
        DocumentLine {
            place,
            description: if is_charge { "Delivery" } else { "Karela Powder" }.to_owned(),
            sku: of_goods("P0001-100"),
            product_id: String::new(),
            weight_in_grams: if is_charge { 0 } else { 100 },
            hsn: of_goods("1211"),
            charge: is_charge.then_some(ChargeKind::Delivery),
            quantity: if is_charge { 0 } else { 2 },
            unit_price_paise: 24_900,
            rate_basis_points: 500,
            taxes,
        }
    });
    let between = supply == Supply::BetweenStates;
    Facts {
        kind: if is_registered {
            DocumentKind::Invoice
        } else {
            DocumentKind::BillOfSupply
        },
        number: "INV-2627-000042".to_owned(),
        issued_on: "2026-11-26".to_owned(),
        seller: Seller {
            shop_name: "Vanmool".to_owned(),
            hindi_name: "वनमूल".to_owned(),
            legal_name: "Vanmool Herbals Private Limited".to_owned(),
            address_lines: vec!["12 Ring Road".to_owned(), "Surat 395007, Gujarat".to_owned()],
            gstin: if is_registered { "24AAPFU0939F1ZV" } else { "" }.to_owned(),
            state: Some(state("Gujarat")),
            food_licence: "10712034000123".to_owned(),
            phone: "+912612345678".to_owned(),
            email: "care@vanmool.example".to_owned(),
            is_sample: false,
        },
        buyer: Buyer {
            full_name: buyer.0.to_owned(),
            address: buyer.1.to_owned(),
            pincode: "400001".to_owned(),
        },
        place_of_supply: Some(state(if between { "Maharashtra" } else { "Gujarat" })),
        order_number: "VM-261121-7K3QX".to_owned(),
        ordered_on: "2026-11-21".to_owned(),
        corrects: None,
        supply,
        lines: lines.collect(),
    }
}

fn words(facts: &Facts) -> (Vec<Page>, String) {
    let fonts = Fonts::load().expect("they can be read");
    let pages = lay_out(facts, &fonts);
    let texts = pages.iter().flat_map(|page| &page.texts);
    let words = texts
        .map(|placed| placed.text.as_str())
        .collect::<Vec<_>>()
        .join("\n");
    (pages, words)
}

/// The requirements of rule 46 of the CGST Rules, clause by clause.
#[test]
fn an_invoice_says_what_rule_46_asks_for() {
    let facts = invoice(
        2,
        Supply::WithinState,
        ("आशा पटेल", "Flat 3, Lake View, Athwalines"),
    );
    let (_, words) = words(&facts);
    for said in [
        "TAX INVOICE",
        "Vanmool Herbals Private Limited",
        "Surat 395007, Gujarat",
        "GSTIN 24AAPFU0939F1ZV",
        "INV-2627-000042",
        "26 November 2026",
        "आशा पटेल",
        "Flat 3, Lake View, Athwalines",
        "24-Gujarat",
        "1211",
        "Karela Powder",
        "2",
        "474.28",
        "CGST",
        "SGST",
        "2.5 %",
        "11.86",
        "498.00",
        "Tax payable on reverse charge: No",
        "For Vanmool Herbals Private Limited",
    ] {
        assert!(
            words.lines().any(|line| line.contains(said)),
            "{said} is missing in\n{words}"
        );
    }
    assert!(!words.contains("IGST"));
}

#[test]
fn another_state_has_the_integrated_tax_and_a_bill_of_supply_none() {
    let (_, between) = words(&invoice(1, Supply::BetweenStates, ("Asha Patel", "Mumbai")));
    assert!(between.contains("IGST") && between.contains("27-Maharashtra") && !between.contains("CGST"));
    let (_, untaxed) = words(&invoice(1, Supply::Untaxed, ("Asha Patel", "Mumbai")));
    assert!(untaxed.contains("BILL OF SUPPLY") && !untaxed.contains("GST ") && !untaxed.contains("GSTIN"));
}

#[test]
fn a_credit_note_names_its_invoice() {
    let facts = Facts {
        kind: DocumentKind::CreditNote,
        number: "CN-2627-000007".to_owned(),
        corrects: Some(CorrectedDocument {
            number: "INV-2627-000042".to_owned(),
            issued_on: "2026-11-26".to_owned(),
            reason: "Packs were returned".to_owned(),
        }),
        ..invoice(1, Supply::WithinState, ("Asha Patel", "Surat"))
    };
    let (_, words) = words(&facts);
    for said in [
        "CREDIT NOTE",
        "INV-2627-000042 of 26 November 2026",
        "Packs were returned",
    ] {
        assert!(words.contains(said), "{said}");
    }
}

#[test]
fn nothing_leaves_the_page_or_stands_on_something_else() {
    let long = "सुमन सोसायटी, पुराने डाकघर के पास, ".repeat(14);
    for goods in [1, 17, 50] {
        let facts = invoice(
            goods,
            Supply::WithinState,
            ("Asha Devi Patel-Ramachandran", &long),
        );
        let fonts = Fonts::load().expect("they can be read");
        let (pages, words) = words(&facts);
        assert_eq!(words.matches("Karela Powder").count(), goods, "no line is lost");
        assert!(words.contains(&format!("Page {} of {}", pages.len(), pages.len())));
        for page in &pages {
            for placed in &page.texts {
                let width = fonts.width(&placed.text, placed.style.weight, placed.style.size);
                assert!(
                    placed.x >= MARGIN - 0.1 && placed.x + width <= RIGHT + 0.1,
                    "{placed:?}"
                );
                assert!(placed.y > MARGIN / 2.0 && placed.y < HEIGHT - 30.0, "{placed:?}");
            }
            let rows: Vec<_> = page
                .texts
                .iter()
                .filter(|placed| placed.text == "Karela Powder")
                .collect();
            assert!(rows.iter().all(|row| row.y < BOTTOM));
            assert!(rows.windows(2).all(|rows| rows[1].y - rows[0].y > 15.0));
        }
    }
}

#[test]
fn the_same_facts_are_the_same_bytes() {
    let facts = invoice(3, Supply::WithinState, ("आशा पटेल", "સુરત"));
    let first = render(&facts).expect("it is drawn");
    assert!(
        first.starts_with(b"%PDF-") && first.len() < 200_000,
        "{}",
        first.len()
    );
    assert_eq!(render(&facts).expect("it is drawn"), first);
    let other = Facts {
        number: "INV-2627-000043".to_owned(),
        ..facts
    };
    assert_ne!(render(&other).expect("it is drawn"), first);
}
