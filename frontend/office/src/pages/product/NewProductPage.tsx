import { PageHead } from '../../ui/PageHead';
import { ContentForm } from './ContentForm';
import styles from './product.module.css';

/** A new product: a draft, which nobody in the shop sees before it is published. */
export default function NewProductPage() {
  return (
    <>
      <PageHead title="New product" />
      <p className={styles.changed}>It is saved as a draft. Only staff see it until it is published.</p>
      <div>
        <ContentForm isReadOnly={false} />
      </div>
    </>
  );
}
