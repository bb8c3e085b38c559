import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDay, formatMoment } from 'shared/rules/moment';
import { randomId } from 'shared/rules/random_id';
import { formatPrice, formatTotal } from 'shared/rules/rupees';
import * as v from 'valibot';
import { addOrderNote, placeOrder } from '../../api/calls';
import { ApiError, wordsOf } from '../../api/errors';
import { deliveryQuery } from '../../api/queries';
import { orderPlaced, queryClient } from '../../api/query_client';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { addressRules, isPincode, pincodeDigits } from '../../rules/receiver';
import card from '../../ui/card.module.css';
import { FormFoot } from '../../ui/FormFoot';
import { SelectField, TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { PageHead } from '../../ui/PageHead';
import { nothingIsUnsaved } from '../../ui/unsaved';
import { useSentForm } from '../../ui/use_sent_form';
import { asOffered, type BasketLine, goodsOf, type Offer, totalOf } from './basket';
import styles from './new_order.module.css';
import { PackPicker } from './PackPicker';
import { type Found, ShopperFinder } from './ShopperFinder';

/** The longest note on an order. */
const MOST_NOTE_LETTERS = 2000;

const schema = v.object({
  ...addressRules,
  email: v.union(
    [v.pipe(v.string(), v.trim(), v.literal('')), v.pipe(v.string(), v.trim(), v.email())],
    'Enter an email address, or leave it empty.',
  ),
  source: v.picklist(['phone', 'whatsapp']),
  paymentMethod: v.picklist(['pay_later', 'cod', 'online']),
  note: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(MOST_NOTE_LETTERS, `${MOST_NOTE_LETTERS} characters at most.`),
  ),
});

/** A phone or WhatsApp order, entered by staff at the shop's prices, stock and rules. */
export default function NewOrderPage() {
  const navigate = useNavigate();
  const [lines, setLines] = useState<readonly BasketLine[]>([]);
  // The idempotency key of the order. A retry after a lost response places no second order.
  const [key, setKey] = useState(randomId);
  const takenOver = useRef<Found>(undefined);
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: {
      fullName: '',
      email: '',
      mobileNumber: '',
      deliveryAddress: '',
      pincode: '',
      source: 'phone' as const,
      paymentMethod: 'cod' as const,
      note: '',
    },
    send: async ({ note, ...values }) => {
      if (lines.length === 0) throw new Error('Pick at least one pack.');
      if (delivery.error) throw delivery.error;
      if (!quote || !isPriced)
        throw new Error('The delivery charge for this pincode is not known yet. Try again in a moment.');
      const order = {
        ...values,
        total: totalOf(lines, quote, values.paymentMethod),
        lines: lines.map(({ pack, quantity }) => ({
          productId: pack.productId,
          productName: pack.productName,
          weightInGrams: pack.weightInGrams,
          quantity,
          unitPrice: pack.price,
        })),
      };
      try {
        const { number, paymentDueAt } = await placeOrder(key, order);
        notifyDone(placedWords(number, values.email, paymentDueAt));
        // The order is placed, even if its note cannot be stored.
        if (note)
          await addOrderNote(number, { noteId: key, text: note }).catch((error: unknown) =>
            notifyFailed(`The note was not saved. ${wordsOf(error)}`),
          );
        orderPlaced();
        nothingIsUnsaved();
        void navigate(`/orders/${number}`);
      } catch (error) {
        takeOffer(error);
        throw error;
      }
    },
  });
  const pincode = pincodeDigits(fields.watch('pincode'));
  const method = fields.watch('paymentMethod');
  const goods = goodsOf(lines);
  const delivery = useQuery({ ...deliveryQuery(pincode, goods), enabled: isPincode(pincode) });
  const quote = isPincode(pincode) ? delivery.data : undefined;
  const isPriced = quote !== undefined && !delivery.isPlaceholderData;
  const isUnknown = isPincode(pincode) && delivery.error !== null;
  const pincodeField = field('pincode');
  const hasNoCash = quote !== undefined && quote.codFee === undefined;

  /** Takes the prices and quantities that a refusal offers. The refused order was never placed, so the next one gets a new key. */
  function takeOffer(error: unknown) {
    if (!(error instanceof ApiError) || error.status !== 409) return;
    setLines((before) => asOffered(before, error.data as Offer));
    setKey(randomId());
    void queryClient.invalidateQueries({ queryKey: ['packs'] });
    void queryClient.invalidateQueries({ queryKey: ['delivery'] });
  }

  return (
    <>
      <PageHead title="New order" />
      <div className={styles.columns}>
        <PackPicker lines={lines} onChange={setLines} />
        <form className={`${card.card} ${form.form}`} noValidate onSubmit={sent.onSubmit}>
          <h2>Shopper</h2>
          <ShopperFinder
            onFound={(found) => {
              const before = takenOver.current;
              takenOver.current = found;
              for (const name of Object.keys(found) as (keyof Found)[]) {
                // Keeps typed values, but replaces the values of the shopper chosen before.
                const isOthers = fields.getValues(name) === before?.[name];
                if (found[name] || isOthers) fields.setValue(name, found[name], { shouldDirty: true });
              }
            }}
          />
          <div className={form.pair}>
            <TextField label="Full name" {...field('fullName')} />
            <TextField label="Mobile number" type="tel" inputMode="tel" {...field('mobileNumber')} />
          </div>
          <TextField
            label="Email (optional)"
            type="email"
            hint="The confirmation is sent to it."
            {...field('email')}
          />
          <TextArea label="Address" {...field('deliveryAddress')} />
          <div className={form.pair}>
            <TextField
              label="Pincode"
              inputMode="numeric"
              hint={
                quote &&
                `${quote.district}, ${quote.state}: ${formatDay(quote.earliestOn)} to ${formatDay(quote.latestOn)}`
              }
              {...pincodeField}
              problem={pincodeField.problem ?? (isUnknown ? wordsOf(delivery.error) : undefined)}
            />
            <SelectField label="Channel" {...field('source')}>
              <option value="phone">By phone</option>
              <option value="whatsapp">On WhatsApp</option>
            </SelectField>
          </div>
          <SelectField label="Payment" {...field('paymentMethod')}>
            <option value="cod" disabled={hasNoCash}>
              Cash on delivery{quote?.codFee ? `, ${formatPrice(quote.codFee)} more` : ''}
            </option>
            <option value="pay_later">Pay later</option>
            {quote?.takesOnlinePayment && <option value="online">Online, by UPI or card</option>}
          </SelectField>
          {method === 'online' && (
            <p className={form.note}>
              The shopper pays by the link in the confirmation. Without an email address they pay in the shop,
              under Track your order, with the order number and their mobile number.
            </p>
          )}
          {hasNoCash && method === 'cod' && (
            <p className={form.present} role="status">
              Cash on delivery is not available at this pincode
              {quote.codUpTo ? `, or only up to ${formatPrice(quote.codUpTo)}` : ''}.
            </p>
          )}
          <TextArea label="Note (optional)" hint="Only staff see it." rows={2} {...field('note')} />
          <dl className={styles.sums}>
            <dt>Packs</dt>
            <dd>{formatTotal(goods)}</dd>
            <dt>Delivery</dt>
            <dd>{quote ? formatTotal(quote.prepaid) : isUnknown ? 'unknown' : 'by pincode'}</dd>
            {method === 'cod' && (
              <>
                <dt>Cash on delivery</dt>
                <dd>{quote ? formatTotal(quote.codFee ?? 0) : isUnknown ? 'unknown' : 'by pincode'}</dd>
              </>
            )}
            <dt>
              <b>Total to tell the caller</b>
            </dt>
            <dd>
              <b>{isPriced ? formatTotal(totalOf(lines, quote, method)) : '—'}</b>
            </dd>
          </dl>
          <FormFoot
            {...sent}
            isUnsaved={sent.isUnsaved || lines.length > 0}
            label="Place order"
            blocked={hasNoCash && method === 'cod'}
          />
        </form>
      </div>
    </>
  );
}

/** Describes a placed order. An unpaid online order is cancelled after `paymentDueAt`. */
function placedWords(number: string, email: string, paymentDueAt: string | undefined): string {
  const confirmation = email ? ` The confirmation is sent to ${email}.` : '';
  const due = paymentDueAt ? ` It must be paid by ${formatMoment(paymentDueAt)}.` : '';
  return `${number} is placed.${confirmation}${due}`;
}
