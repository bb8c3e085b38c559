//! Mutates inputs.

/// Pieces that parsers look for, or have failed on.
const PIECES: [&[u8]; 28] = [
    b"\0",
    b"\r\n",
    b"\r\n\r\n",
    b"--",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"{",
    b"}",
    b"[[[[[[[[",
    b"]",
    b",",
    b";",
    b":",
    b"=",
    b"%00",
    b"%ff",
    b"-1",
    b"1e309",
    b"18446744073709551616",
    b"NaN",
    b"\xff\xfe",
    b"\xe2\x80\xae",
    b"\xe2\x80\x8b",
    b"\xf0\x9f\x92\x96",
    b"\xe0\xa4\x95\xe0\xa4\xbe",
    b"e\xcc\x81\xcc\x81\xcc\x81",
];

/// The length limit of an input, in bytes.
const LONGEST: usize = 16 * 1024;

/// A random number generator (xorshift64*), for tests and not for secrets.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    /// The next number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap_or(0) % end.max(1)
    }
}

/// An input of the pool after a few mutations.
pub(crate) fn turned(pool: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = pool[random.below(pool.len())].clone();
    for _ in 0..=random.below(4) {
        change(&mut input, pool, random);
    }
    input.truncate(LONGEST);
    input
}

fn change(input: &mut Vec<u8>, pool: &[Vec<u8>], random: &mut Random) {
    let at = random.below(input.len() + 1);
    let end = at + random.below(input.len() - at + 1);
    match random.below(8) {
        0 => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => input.insert(at, u8::try_from(random.below(256)).unwrap_or_default()),
        2 => {
            input.drain(at..end);
        }
        3 => {
            let again = input[at..end].to_vec();
            insert(input, at, &again);
        }
        4 => insert(input, at, PIECES[random.below(PIECES.len())]),
        5 => {
            let other = &pool[random.below(pool.len())];
            let from = random.below(other.len() + 1);
            input.truncate(at);
            input.extend_from_slice(&other[from..]);
        }
        6 => {
            let piece = PIECES[random.below(PIECES.len())];
            insert(input, at, &piece.repeat(1 + random.below(300)));
        }
        _ => input.truncate(at),
    }
}

fn insert(input: &mut Vec<u8>, at: usize, piece: &[u8]) {
    input.splice(at..at, piece.iter().copied());
}
