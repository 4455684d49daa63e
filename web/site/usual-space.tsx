// How full a branch usually is, by weekday and part of the day.
import { describeUsualSpace } from "#domain/site/usual-space.ts";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/site/site.module.css";

export function UsualSpace({ shares }: { shares: readonly (readonly (number | null)[])[] }) {
  const { parts, days } = describeUsualSpace(shares);
  return (
    <Card title="Usually">
      <table className={styles["week"]}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {parts.map((part) => (
              <th key={part} scope="col">
                {part}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, levels }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {levels.map((level, index) => (
                <td key={parts[index]} data-level={level}>
                  {level}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" c="dimmed">
        From the entries of the last four weeks.
      </Text>
    </Card>
  );
}
