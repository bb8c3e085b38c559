import { useMutation, useTransport } from '@connectrpc/connect-query';
import * as v from 'valibot';
import { ProductEditingService } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { productChanged } from '../../api/query_client';
import { type Edited, fieldLabel, productIn } from '../../rules/products';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';
import styles from './product.module.css';

const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(10, 'Enter why they are lawful, in a sentence.'),
    v.maxLength(500, '500 characters at most.'),
  ),
});

interface AcceptClaimsDialogProps {
  product: Edited;
  onAccepted: (product: Edited) => void;
  onClose: () => void;
}

/** Asks the owner to accept the claims that block publishing. */
export function AcceptClaimsDialog({ product, onAccepted, onClose }: AcceptClaimsDialogProps) {
  const open = product.claims.filter(({ isAccepted }) => !isAccepted);
  const transport = useTransport();
  const { mutateAsync: accept } = useMutation(ProductEditingService.method.acceptClaims);
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { reason: '' },
    send: async ({ reason }) => {
      const { id: productId, version } = product.product;
      const accepted = productIn(await accept({ productId, version, reason }));
      productChanged(transport, accepted);
      onAccepted(accepted);
    },
  });
  return (
    <Dialog open title="Claims that the law may forbid" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <ul className={styles.open}>
          {open.map((claim) => (
            <li key={`${claim.field} ${claim.start}`}>
              <b>
                {fieldLabel(claim.field)}: “{claim.text}”
              </b>{' '}
              {claim.explanation}
            </li>
          ))}
        </ul>
        <p className={form.note}>
          Change the text, or publish at your own responsibility. Your reason is stored with your name.
          Advertising a forbidden claim can be punished.
        </p>
        <TextArea label="Why they are lawful" data-autofocus="" maxLength={500} {...field('reason')} />
        <FormFoot {...sent} label="Publish at my responsibility" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
