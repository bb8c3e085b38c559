//! Order numbers, which shoppers read out on the phone.

use time::OffsetDateTime;
use values::day_in_india;

/// The letters and digits of order numbers. I, L, O, U, 0 and 1 are left out, because they are easily
/// confused.
const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Returns an order number such as `VM-261121-7K3QX`: the day in India and five characters from `random`.
///
/// It does not reveal the number of orders. Two orders of a day collide with a probability of 1 in 24
/// million. The database refuses the second, and a new number is drawn.
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
