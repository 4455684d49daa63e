// A slip or receipt as the browser prints it, on one 80-mm sheet; not visible on screen.
import { createPortal } from "react-dom";
import type { LineStyle, Paper, PaperLine } from "#domain/printing/paper.ts";
import styles from "#web/product/slip/slip.module.css";
import { joinClassNames } from "#web/ui/class-names.ts";
import { QrCode } from "#web/ui/data/qr.tsx";

const classNames: { readonly [style in LineStyle]: string | undefined } = {
  normal: undefined,
  small: styles["paperSmall"],
  heading: styles["paperCompany"],
  plate: styles["paperPlate"],
  slot: styles["paperSlot"],
};

export function PrintedPaper({ paper: { lines, isLong } }: { paper: Paper }) {
  return createPortal(
    <div className={joinClassNames(styles["paper"], isLong && styles["paperWithPayment"])} aria-hidden="true">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of a paper never change
        <Line key={index} line={line} />
      ))}
    </div>,
    document.body,
  );
}

function Line({ line }: { line: PaperLine }) {
  if (line.kind === "text")
    return <p className={joinClassNames(classNames[line.style], line.style !== "plate" && "figures")}>{line.text}</p>;
  return (
    <div className={styles["paperQr"]}>
      <QrCode text={line.text} label={line.label} size={`${line.mm}mm`} />
    </div>
  );
}
