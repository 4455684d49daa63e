// §2 Mailed reports: who can be chosen, and leaving. Schedules are written as rows of Report_Schedules.
import { z } from "zod";
import { contract } from "#domain/schema/contract.ts";

export const scheduleActions = {
  listReaders: contract("GET /actions/report-schedules/recipients", {
    area: "reports",
    summary: "People who may see the reports of the own branch and have an email",
    access: { can: "report.schedule" },
    query: { branch: "`all` for the reports of all branches of the company (admins); the own branch by default." },
    reply: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
    errors: ["INVALID_QUERY"],
  }),
  leave: contract("POST /actions/report-schedules/:id/leave", {
    area: "reports",
    summary: "Stop the emails of a schedule to oneself",
    access: "user",
    visibleTo: { can: "report.read" },
    errors: [],
  }),
};
