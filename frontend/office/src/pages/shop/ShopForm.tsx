import { useMutation } from '@connectrpc/connect-query';
import { useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import {
  ShopEditingService,
  type ShopFacts,
  ShopSchema,
  type Shop,
} from '#contract/shop/catalog/v1/shop_pb.js';
import { shopChanged } from '../../api/query_client';
import { ContractError } from '../../api/transport';
import { notifyDone } from '../../messages/notify';
import { SHOP_LABELS } from '../../rules/shop';
import { Clashes } from '../../ui/Clashes';
import card from '../../ui/card.module.css';
import { FormFoot } from '../../ui/FormFoot';
import { Options, SelectField, TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useClashes } from '../../ui/use_clashes';
import { useSentForm } from '../../ui/use_sent_form';
import {
  labelOf,
  NETWORK_LABELS,
  NETWORKS,
  refusalOfForm,
  type SentShop,
  type ShopValues,
  shopSchema,
  valuesOf,
} from './shop_form';
import styles from './shop.module.css';

/** The labels of how new reviews are shown. */
const HOLDING_REVIEWS = { shown: 'Show at once', held: 'Show after approval' };

interface ShopInForm {
  version: number;
  facts: ShopFacts;
}

/** The shop's details. Changes that a colleague saved in the meantime are merged; for clashes, the form asks. */
export function ShopForm(shop: ShopInForm) {
  const { form: fields, field, ...sent } = useShopForm(shop);
  const named = (name: FieldPath<ShopValues>) => ({ label: labelOf(name), ...field(name) });
  const money = { inputMode: 'numeric' } as const;

  return (
    <form className={`${card.card} ${form.form}`} noValidate onSubmit={sent.onSubmit}>
      <Clashes
        clashes={sent.clashes}
        labelOf={labelOf}
        onTake={(clash) => sent.take(fields, clash)}
        onKeep={sent.keep}
      />
      <fieldset className={styles.part}>
        <legend>Name</legend>
        <div className={styles.pair}>
          <TextField {...named('name')} required />
          <TextField lang="hi" {...named('hindiName')} />
        </div>
        <TextField {...named('tagline')} />
      </fieldset>
      <fieldset className={styles.part}>
        <legend>Legal details</legend>
        <TextField hint="Legal name of the business." {...named('legalName')} required />
        <TextArea hint="Up to five lines." {...named('addressLines')} required />
        <div className={styles.pair}>
          <TextField
            hint="14 digits of the food authority (FSSAI)."
            {...money}
            {...named('foodLicence')}
            required
          />
          <TextField hint="Leave it empty if you are not registered." {...named('gstin')} />
          <TextField {...named('countryOfOrigin')} required />
          <TextField hint="Such as “12 months from packing”." {...named('bestBefore')} required />
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>Contact</legend>
        <div className={styles.pair}>
          <TextField hint="This or an email address." type="tel" {...named('phone')} />
          <TextField hint="Leave it empty if you have none." type="tel" {...named('whatsapp')} />
          <TextField
            hint="New orders and shoppers’ replies are sent to it."
            type="email"
            {...named('email')}
          />
          <TextField hint="Such as “Monday to Saturday, 10 am to 6 pm”." {...named('careHours')} />
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>Delivery and cash, in rupees</legend>
        <p className={form.note}>For new orders, unless the pincode has its own charges.</p>
        <div className={styles.amounts}>
          <TextField {...money} {...named('deliveryPaise')} />
          <TextField hint="Added to the order." {...money} {...named('codFeePaise')} />
          <TextField hint="Price of the goods; 0 for any." {...money} {...named('codLimitPaise')} />
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>Payments of orders that are paid later</legend>
        <p className={form.note}>
          Shoppers who pay later read this in the email and on the page of their order, with a QR code for
          UPI.
        </p>
        <TextField hint="Such as shop@bank. Leave it empty if you have none." {...named('upiId')} />
        <div className={styles.pair}>
          <TextField hint="Leave it empty if you have no bank account." {...named('bankHolder')} />
          <TextField {...money} {...named('bankNumber')} />
          <TextField {...named('bankIfsc')} />
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>Days off</legend>
        <TextArea
          hint="One per line, such as 2026-11-08. We do not count these days, or Sundays, in delivery dates."
          {...named('holidays')}
        />
      </fieldset>
      <fieldset className={styles.part}>
        <legend>Reviews</legend>
        <SelectField
          hint="A review with a health claim, a phone number, a link or an email address always waits for approval."
          {...named('holdsReviews')}
        >
          <Options of={HOLDING_REVIEWS} />
        </SelectField>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{SHOP_LABELS.socialLinks}</legend>
        {NETWORKS.map((network) => (
          <TextField key={network} type="url" {...field(network)} label={NETWORK_LABELS[network]} />
        ))}
      </fieldset>
      <div className={form.foot}>
        <FormFoot
          sending={sent.sending}
          isUnsaved={sent.isUnsaved}
          refusal={sent.refusal}
          label="Save"
          blocked={sent.clashes.length > 0}
        />
      </div>
    </form>
  );
}

/** The form and its version. Changes that a colleague saved are merged, not overwritten. */
function useShopForm(shop: ShopInForm) {
  const [base, setBase] = useState(shop);
  const { bringTogether, ...meanwhile } = useClashes<ShopValues>();
  const { mutateAsync: update } = useMutation(ShopEditingService.method.updateShop);
  const sent = useSentForm<ShopValues, SentShop>({
    schema: shopSchema,
    defaultValues: valuesOf(shop.facts),
    send: async (facts) => {
      try {
        const kept = known((await update({ version: base.version, facts })).shop);
        fields.reset(valuesOf(kept.facts));
        notifyDone('Saved. The shop shows it in a few seconds.');
      } catch (error) {
        const present = error instanceof ContractError ? error.present(ShopSchema) : undefined;
        if (present) throw bringIn(base.facts, present);
        throw refusalOfForm(error, facts);
      }
    },
  });
  const fields = sent.form;

  function bringIn(before: ShopFacts, present: Shop): Error {
    return bringTogether(fields, valuesOf(before), valuesOf(known(present).facts));
  }

  /** Makes this shop the base of the next change. */
  function known(present: Shop | undefined): ShopInForm {
    if (!present?.facts) throw new Error('The catalog answers without the shop.');
    const { version, facts } = present;
    shopChanged(present);
    setBase({ version, facts });
    return { version, facts };
  }

  return {
    ...sent,
    ...meanwhile,
  };
}
