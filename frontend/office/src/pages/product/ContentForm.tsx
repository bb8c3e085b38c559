import { useMutation, useTransport } from '@connectrpc/connect-query';
import { useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { randomId } from 'shared/rules/random_id';
import { type FoundClaim, ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { claimsInTheWay, productInConflict } from '../../api/products';
import { productChanged } from '../../api/query_client';
import { notifyDone } from '../../messages/notify';
import {
  CONCERNS,
  type ContentField,
  type Edited,
  fieldLabel,
  productIn,
  TAX_CLASSES,
} from '../../rules/products';
import { Clashes } from '../../ui/Clashes';
import card from '../../ui/card.module.css';
import { FormFoot } from '../../ui/FormFoot';
import { Options, SelectField, TextArea, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { nothingIsUnsaved } from '../../ui/unsaved';
import { useClashes } from '../../ui/use_clashes';
import { useSentForm } from '../../ui/use_sent_form';
import { ClaimsOf } from './ClaimsOf';
import { PhotosField } from './PhotosField';
import styles from './product.module.css';
import {
  type Content,
  type ContentValues,
  contentSchema,
  NEW_PRODUCT,
  refusalOfForm,
  valuesOf,
} from './product_form';
import { useClaims } from './use_claims';

interface ContentFormProps {
  /** Absent for a new product. */
  product?: Edited;
  isReadOnly: boolean;
}

/** The content and prices of a product. Changes that a colleague saved in the meantime are merged; for clashes, the form asks. */
export function ContentForm({ product, isReadOnly }: ContentFormProps) {
  const { form: fields, field, ...sent } = useContent(product);
  const claims = useClaims(fields.watch, product);
  const texts = (name: FieldPath<ContentValues>) => ({ ...field(name), readOnly: isReadOnly });
  const claimsOf = (name: ContentField) => <ClaimsOf field={name} claims={claims} watch={fields.watch} />;

  return (
    <form className={`${card.card} ${form.form} ${styles.content}`} noValidate onSubmit={sent.onSubmit}>
      <Clashes
        clashes={sent.clashes}
        labelOf={fieldLabel}
        onTake={(clash) => sent.take(fields, clash)}
        onKeep={sent.keep}
      />
      <div className={form.pair}>
        <TextField label="Name" {...texts('productName')} />
        <TextField label="Name in Hindi" lang="hi" {...texts('hindiName')} />
      </div>
      {claimsOf('productName')}
      <TextField label="Line below the name" {...texts('tagline')} />
      {claimsOf('tagline')}
      <div className={styles.numbers}>
        <SelectField label="Pack" disabled={isReadOnly} {...field('type')}>
          <option value="box">Box: 75, 100 and 250 g</option>
          <option value="pouch">Pouch: 100 and 200 g</option>
        </SelectField>
        <TextField
          label="Price of the smallest pack, ₹"
          hint="For new orders. It decides the prices of the larger packs."
          inputMode="numeric"
          {...texts('actualPricePaise')}
        />
        <TextField
          label="Discount, %"
          hint="Compare-at price is this much higher."
          inputMode="numeric"
          {...texts('discountPercent')}
        />
        <SelectField label="Tax" disabled={isReadOnly} {...field('taxClass')}>
          <Options of={TAX_CLASSES} />
        </SelectField>
        <TextField
          label="HSN code"
          hint="Used on invoices. Its GST rate applies if you choose none above."
          inputMode="numeric"
          {...texts('hsnCode')}
        />
      </div>
      <PhotosField
        photos={fields.watch('photos')}
        problem={field('photos').problem}
        isReadOnly={isReadOnly}
        onChange={(photos) => fields.setValue('photos', photos, { shouldDirty: true, shouldValidate: true })}
      />
      <TextArea label="Description" rows={8} {...texts('description')} />
      {claimsOf('description')}
      <TextArea label="Ingredients" hint="One per line." rows={3} {...texts('ingredients')} />
      {claimsOf('ingredients')}
      <TextArea label="Benefits" hint="Traditional uses, one per line." rows={4} {...texts('benefits')} />
      {claimsOf('benefits')}
      <TextArea label="Other names" hint="Search words, one per line." rows={3} {...texts('otherNames')} />
      {claimsOf('otherNames')}
      <fieldset className={styles.concerns} disabled={isReadOnly}>
        <legend>Concerns</legend>
        {Object.entries(CONCERNS).map(([concern, label]) => (
          <label key={concern} className={form.check}>
            <input type="checkbox" value={concern} {...fields.register('concerns')} /> {label}
          </label>
        ))}
      </fieldset>
      <TextArea label="How to use" {...texts('howToUse')} />
      {claimsOf('howToUse')}
      <TextArea
        label="Cautions"
        hint="Who should not take it. Illnesses may be named here: a warning is no claim."
        {...texts('cautions')}
      />
      <TextArea label="Storage" {...texts('storage')} />
      {claimsOf('storage')}
      {!isReadOnly && (
        <div className={form.foot}>
          {sent.blocking.length > 0 && (
            <p className={form.present} role="status">
              <b>Not saved.</b> A product on sale must not make the claims marked above. Change the text, or
              make the product a draft first.
            </p>
          )}
          <FormFoot
            sending={sent.sending}
            isUnsaved={sent.isUnsaved}
            refusal={sent.blocking.length > 0 ? undefined : sent.refusal}
            label={product ? 'Save' : 'Save draft'}
            blocked={sent.clashes.length > 0}
          />
        </div>
      )}
    </form>
  );
}

/** The form and its version. Changes that a colleague saved are merged, not overwritten. */
function useContent(product: Edited | undefined) {
  const navigate = useNavigate();
  const transport = useTransport();
  const { mutateAsync: create } = useMutation(ProductEditingService.method.createProduct);
  const { mutateAsync: update } = useMutation(ProductEditingService.method.updateProduct);
  const [newId] = useState(randomId);
  const [base, setBase] = useState(product);
  const { bringTogether, ...meanwhile } = useClashes<ContentValues>();
  const [blocking, setBlocking] = useState<readonly FoundClaim[]>([]);
  const sent = useSentForm<ContentValues, Content>({
    schema: contentSchema,
    defaultValues: product ? valuesOf(product) : NEW_PRODUCT,
    send: async (content) => {
      setBlocking([]);
      try {
        await keep(content);
      } catch (error) {
        setBlocking(claimsInTheWay(error));
        const present = base && (await productInConflict(transport, base.product.id, error));
        if (present) throw bringIn(base, present);
        throw refusalOfForm(error);
      }
    },
  });
  const fields = sent.form;

  async function keep(content: Content) {
    const kept = productIn(
      base
        ? await update({ productId: base.product.id, version: versionOf(base), content })
        : await create({ productId: newId, content }),
    );
    productChanged(transport, kept);
    setBase(kept);
    fields.reset(valuesOf(kept));
    notifyDone(product ? 'Changes saved.' : 'Draft saved.');
    if (product) return;
    nothingIsUnsaved();
    void navigate(`/products/${kept.product.id}`, { replace: true });
  }

  /** Returns the latest version that has the same content as the form's. A change of state alone causes no conflict. */
  function versionOf(known: Edited): bigint {
    const { version } = known.product;
    if (!product || JSON.stringify(valuesOf(product)) !== JSON.stringify(valuesOf(known))) return version;
    return product.product.version > version ? product.product.version : version;
  }

  function bringIn(before: Edited, present: Edited): Error {
    const why = bringTogether(fields, valuesOf(before), valuesOf(present));
    productChanged(transport, present);
    setBase(present);
    return why;
  }

  return {
    ...sent,
    ...meanwhile,
    blocking,
  };
}
