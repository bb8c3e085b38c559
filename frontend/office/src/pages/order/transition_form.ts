import * as v from 'valibot';
import type { Order, TransitionDetails } from '../../api/types';
import type { Need, Transition } from '../../rules/transitions';

const MOST_LETTERS = 500;

const line = v.object({
  productId: v.string(),
  productName: v.string(),
  weightInGrams: v.number(),
  ordered: v.number(),
  asked: v.number(),
  quantity: v.pipe(v.string(), v.trim(), v.regex(/^\d+$/, 'Enter a number; 0 for none.')),
});

const base = {
  carrier: v.string(),
  trackingNumber: v.string(),
  trackingUrl: v.string(),
  reason: v.string(),
  sendTo: v.string(),
  paidBy: v.picklist(['shopper', 'shop']),
  lines: v.array(line),
  acceptsUnpaid: v.boolean(),
};

const accepted = v.literal(true, 'Confirm that it is shipped unpaid, or record its payment first.');

const reason = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter a reason.'),
  v.maxLength(MOST_LETTERS, `${MOST_LETTERS} characters at most.`),
);

const remark = v.pipe(v.string(), v.trim(), v.maxLength(MOST_LETTERS, `${MOST_LETTERS} characters at most.`));

const sendTo = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(10, 'Enter the whole address, at least 10 characters.'),
  v.maxLength(MOST_LETTERS, `${MOST_LETTERS} characters at most.`),
);

const lines = v.pipe(
  v.array(
    v.pipe(
      line,
      v.forward(
        v.check(
          ({ quantity, ordered }) => Number(quantity) <= ordered,
          'The order has fewer packs than that.',
        ),
        ['quantity'],
      ),
    ),
  ),
  v.check((all) => all.some(({ quantity }) => Number(quantity) > 0), 'Enter at least one pack.'),
);

const parcel = {
  carrier: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter the carrier.'),
    v.maxLength(60, '60 characters at most.'),
  ),
  trackingNumber: v.pipe(v.string(), v.trim(), v.maxLength(60, '60 characters at most.')),
  trackingUrl: v.union(
    [v.literal(''), v.pipe(v.string(), v.trim(), v.url(), v.startsWith('https://'))],
    'Enter an address that begins with https://',
  ),
};

/** The typed values of the dialog. */
export type TransitionValues = v.InferInput<v.ObjectSchema<typeof base, undefined>>;

/** Returns the rules for the input of a status change. Shipping an unpaid order needs a confirmation. */
export function transitionSchema(
  needs: Need,
  leavesUnpaid = false,
): v.GenericSchema<TransitionValues, TransitionValues> {
  if (needs === 'parcel') {
    return v.object({ ...base, ...parcel, ...(leavesUnpaid && { acceptsUnpaid: accepted }) });
  }
  if (needs === 'reason') return v.object({ ...base, reason });
  if (needs === 'return terms') return v.object({ ...base, sendTo, reason: remark });
  if (needs === 'packs taken back') {
    return v.pipe(
      v.object({ ...base, lines, reason: remark }),
      v.forward(
        v.check(
          (values) => values.reason !== '' || packsOf(values, 'quantity') >= packsOf(values, 'asked'),
          'Enter why you do not accept all of them.',
        ),
        ['reason'],
      ),
    );
  }
  return needs === 'reason and lines' ? v.object({ ...base, reason, lines }) : v.object(base);
}

function packsOf(values: Pick<TransitionValues, 'lines'>, which: 'quantity' | 'asked'): number {
  return values.lines.reduce((sum, each) => sum + Number(each[which]), 0);
}

/** Returns the initial values of the dialog: the packs of the return request, and the shop's address. */
export function startOf(order: Order, transition: Transition, shopAddress = ''): TransitionValues {
  const asked =
    transition.to === 'returned'
      ? order.changes.findLast(({ to }) => to === 'return_requested')?.lines
      : undefined;
  return {
    carrier: '',
    trackingNumber: '',
    trackingUrl: '',
    reason: '',
    sendTo: shopAddress,
    paidBy: 'shopper',
    acceptsUnpaid: false,
    lines: order.lines.map(({ productId, productName, weightInGrams, quantity }) => {
      const same = asked?.find(
        (each) => each.productId === productId && each.weightInGrams === weightInGrams,
      );
      const start = asked && asked.length > 0 ? (same?.quantity ?? 0) : quantity;
      return {
        productId,
        productName,
        weightInGrams,
        ordered: quantity,
        asked: start,
        quantity: String(start),
      };
    }),
  };
}

/** Returns the details that are sent with the change. */
export function detailsOf(needs: Need, values: TransitionValues): TransitionDetails {
  if (needs === 'parcel') {
    const { carrier, trackingNumber, trackingUrl, acceptsUnpaid } = values;
    return {
      parcel: { carrier, ...(trackingNumber && { trackingNumber }), ...(trackingUrl && { trackingUrl }) },
      ...(acceptsUnpaid && { acceptsUnpaid }),
    };
  }
  if (needs === 'return terms') {
    return {
      returnTerms: { sendTo: values.sendTo, paidBy: values.paidBy },
      ...(values.reason && { reason: values.reason }),
    };
  }
  const packs = values.lines
    .map(({ productId, weightInGrams, quantity }) => ({
      productId,
      weightInGrams,
      quantity: Number(quantity),
    }))
    .filter(({ quantity }) => quantity > 0);
  const isOfPacks = needs === 'packs taken back' || needs === 'reason and lines';
  return {
    ...(values.reason && { reason: values.reason }),
    ...(isOfPacks && { lines: packs }),
  };
}
