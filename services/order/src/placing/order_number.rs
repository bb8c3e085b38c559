//! The number that a shopper reads out on the phone.

use time::OffsetDateTime;
use values::day_in_india;

/// Letters and digits that cannot be mistaken for one another on the phone: no I, L, O, U, 0 or 1.
const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A number such as `VM-261121-7K3QX`: the day in India and five characters of `random`.
///
/// It tells nobody how many orders there are. Two orders of a day share one at odds of 1 to 24 million; the
/// database refuses the second, and it is drawn anew.
pub fn order_number(now: OffsetDateTime, mut random: u64) -> String {
    let day = day_in_india(now);
    let mut number = format!(
        "VM-{:02}{:02}{:02}-",
        day.year() % 100,
        u8::from(day.month()),
        day.day()
    );
    for _ in 0..5 {
        let index = usize::try_from(random % 30).expect("a remainder of 30 fits");
        number.push(char::from(ALPHABET[index]));
        random /= 30;
    }
    number
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-21 20:15:30.123_456_789 UTC);

    #[test]
    fn an_order_number_carries_the_day_in_india() {
        assert_eq!(order_number(NOW, 0), "VM-261122-22222");
        assert_eq!(
            order_number(datetime!(2027-01-02 03:04 UTC), 30 + 29),
            "VM-270102-Z3222"
        );
    }
}
