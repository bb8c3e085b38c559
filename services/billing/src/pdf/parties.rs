//! The head of a document: title, seller, buyer and references.

use crate::{
    document::facts::Facts,
    pdf::{
        amounts::day,
        fonts::Weight,
        sheet::{GREEN, GREY, MARGIN, RIGHT, SMALL, STRONG, Sheets, Style, TEXT},
    },
    tax::{split::Supply, states::State},
};

/// The left edge of the second column.
const MIDDLE: f32 = 318.0;

const TITLE: Style = Style {
    size: 17.0,
    weight: Weight::Bold,
    colour: GREEN,
};

const SHOP: Style = Style { size: 14.0, ..TITLE };

const HEADING: Style = Style {
    size: 7.5,
    weight: Weight::Bold,
    colour: GREY,
};

/// Writes the head.
pub fn write(sheets: &mut Sheets<'_>, facts: &Facts) {
    title(sheets, facts);
    let top = sheets.y;
    let seller = seller(sheets, facts, top);
    let about = about(sheets, facts, top);
    let top = seller.max(about) + 12.0;
    let buyer = buyer(sheets, facts, top);
    let supply = supply(sheets, facts, top);
    sheets.y = buyer.max(supply) + 10.0;
}

fn title(sheets: &mut Sheets<'_>, facts: &Facts) {
    let y = sheets.y + 16.0;
    let name = if facts.seller.hindi_name.is_empty() {
        facts.seller.shop_name.clone()
    } else {
        format!("{}  {}", facts.seller.shop_name, facts.seller.hindi_name)
    };
    sheets.left(MARGIN, y, SHOP, name);
    sheets.right(RIGHT, y, TITLE, facts.kind.title().to_uppercase());
    // Rule 48: the buyer's copy.
    sheets.right(RIGHT, y + 12.0, SMALL, "Original for recipient");
    sheets.rule(y + 20.0, 1.2, GREEN);
    sheets.y = y + 38.0;
    if facts.seller.is_sample {
        let sample = "Sample: the shop's details are not entered yet. This is not a tax document.";
        sheets.left(MARGIN, sheets.y, STRONG, sample);
        sheets.y += 18.0;
    }
}

/// Writes a heading and lines below it. Returns the position of the next line.
fn block(
    sheets: &mut Sheets<'_>,
    (x, y): (f32, f32),
    heading: &str,
    lines: &[(Style, String)],
    width: f32,
) -> f32 {
    sheets.left(x, y, HEADING, heading.to_uppercase());
    let mut y = y + 13.0;
    for (style, line) in lines {
        y = sheets.lines((x, y), *style, line, width);
    }
    y
}

fn seller(sheets: &mut Sheets<'_>, facts: &Facts, y: f32) -> f32 {
    let seller = &facts.seller;
    let mut lines = vec![(STRONG, seller.legal_name.clone())];
    lines.extend(seller.address_lines.iter().map(|line| (TEXT, line.clone())));
    if !seller.gstin.is_empty() {
        lines.push((STRONG, format!("GSTIN {}", seller.gstin)));
        if let Some(state) = &seller.state {
            lines.push((TEXT, format!("State {}", state.place_of_supply())));
        }
    }
    if !seller.food_licence.is_empty() {
        lines.push((TEXT, format!("FSSAI licence {}", seller.food_licence)));
    }
    lines.push((TEXT, format!("{} · {}", seller.phone, seller.email)));
    block(sheets, (MARGIN, y), "Sold by", &lines, MIDDLE - MARGIN - 16.0)
}

fn about(sheets: &mut Sheets<'_>, facts: &Facts, y: f32) -> f32 {
    let mut rows = vec![
        ("Number", STRONG, facts.number.clone()),
        ("Date", STRONG, day(&facts.issued_on)),
        ("Order", TEXT, facts.order_number.clone()),
        ("Ordered on", TEXT, day(&facts.ordered_on)),
    ];
    if let Some(corrected) = &facts.corrects {
        let of = format!("{} of {}", corrected.number, day(&corrected.issued_on));
        rows.push(("For", STRONG, of));
        rows.push(("Reason", TEXT, corrected.reason.clone()));
    }
    sheets.left(MIDDLE, y, HEADING, facts.kind.title().to_uppercase());
    let mut y = y + 13.0;
    for (name, style, value) in rows {
        sheets.left(MIDDLE, y, SMALL, name);
        y = sheets.lines((MIDDLE + 58.0, y), style, &value, RIGHT - MIDDLE - 58.0);
    }
    y
}

fn buyer(sheets: &mut Sheets<'_>, facts: &Facts, y: f32) -> f32 {
    let buyer = &facts.buyer;
    let state = facts.place_of_supply.as_ref();
    let state = state.map_or_else(String::new, |state| {
        format!(", {} (state code {})", state.name, state.code)
    });
    let lines = [
        (STRONG, buyer.full_name.clone()),
        (TEXT, buyer.address.clone()),
        (TEXT, format!("{}{state}", buyer.pincode)),
    ];
    block(
        sheets,
        (MARGIN, y),
        "Sold and delivered to",
        &lines,
        MIDDLE - MARGIN - 16.0,
    )
}

fn supply(sheets: &mut Sheets<'_>, facts: &Facts, y: f32) -> f32 {
    let place = facts.place_of_supply.as_ref();
    let place = place.map_or_else(|| "not known".to_owned(), State::place_of_supply);
    let mut lines = vec![(TEXT, format!("Place of supply: {place}"))];
    if facts.supply != Supply::Untaxed {
        lines.push((TEXT, "Tax payable on reverse charge: No".to_owned()));
    }
    block(sheets, (MIDDLE, y), "Supply", &lines, RIGHT - MIDDLE)
}
