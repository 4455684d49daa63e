// §2 vendor/faq: what the people at a gate ask most.
import { Card, Page } from "#web/ui/page.tsx";
import styles from "#web/features/help/faq.module.css";

const questions: readonly { question: string; answer: string }[] = [
  {
    question: "The vehicle number is read wrong. What now?",
    answer: "Type over it. Letters and digits are enough, spaces and hyphens are left out by themselves.",
  },
  {
    question: "It says the vehicle is already inside.",
    answer:
      "It was checked in before and not checked out. Search for its number at the top, open it, and check it out first.",
  },
  {
    question: "How is the charge counted?",
    answer:
      "Minutes are rounded up to whole units, and units are multiplied by the branch's rate. Open an entry to see the whole sum. What applied at check-in stays, even when the rates change later.",
  },
  {
    question: "Can I take off or add an amount?",
    answer: "Yes, with a note that says why. The entry keeps who did it and when.",
  },
  {
    question: "The customer pays later. May the vehicle go out?",
    answer: "Only if it was marked as pay later. Otherwise take the payment first, then check it out.",
  },
  {
    question: "It says I am not marked present.",
    answer: "Ask your manager to mark your attendance. Payments and entries need it.",
  },
  {
    question: "It says reconnecting…",
    answer:
      "The network was lost for a moment. What you see may be old until it says Live again; then it catches up by itself.",
  },
];

export function FaqPage() {
  return (
    <Page title="Questions and answers">
      <div className={styles["list"]}>
        {questions.map(({ question, answer }) => (
          <Card key={question}>
            <h2 className={styles["question"]}>{question}</h2>
            <p>{answer}</p>
          </Card>
        ))}
      </div>
    </Page>
  );
}
