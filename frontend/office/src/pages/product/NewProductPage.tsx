import { PageHead } from '../../ui/PageHead';
import { ContentForm } from './ContentForm';
import styles from './product.module.css';

/** A new product. It is a draft, hidden from shoppers until it is published. */
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
