// The branch's chats of cars that are here: who holds each, and whether the customer waits for an answer.
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import type { PersonWire } from "#web/items/ticket.ts";
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";
import type { ChatDoor, Conversation } from "#web/features/valet/conversation.ts";

export interface ChatState {
  id: number;
  valet_and_parking_information: number;
  customer_name: string | null;
  holder: PersonWire | null;
  customer_last: number;
  staff_read: number;
  last_sequence: number;
}

/** By ticket. */
export function useChats(branch: number): ReadonlyMap<number, ChatState> {
  useLive("valet_chats");
  const { data } = useQuery(
    itemsQuery<ChatState>("valet_chats", {
      filter: {
        branch: { _eq: branch },
        last_sequence: { _gt: 0 },
        valet_and_parking_information: { out_time: { _null: true } },
      },
      fields: [
        "id",
        "valet_and_parking_information",
        "customer_name",
        "holder.id",
        "holder.first_name",
        "customer_last",
        "staff_read",
        "last_sequence",
      ],
      limit: -1,
    }),
  );
  return new Map(data?.map((chat) => [chat.valet_and_parking_information, chat]));
}

/** The customer has written something that nobody of the staff has read. */
export function isUnread({ customer_last: last, staff_read: read }: ChatState): boolean {
  return last > read;
}

/** The staff's side of a ticket's chat. */
export function staffDoor(ticket: number): ChatDoor {
  const address = `/actions/valet/${ticket}/chat`;
  return {
    side: "staff",
    read: async (after) => (await request<{ data: Conversation }>(`${address}?after=${after}`)).data,
    send: ({ text, client_id, after }) => post(`${address}/send?after=${after}`, { text, client_id }),
    markRead: (to) => post(`${address}/read`, { to }),
  };
}

/** Throws ApiError ALREADY_CHATTING, CHAT_ON. */
export function changeChat({ ticket, verb, after }: { ticket: number; verb: "join" | "end"; after: number }) {
  return post(`/actions/valet/${ticket}/chat/${verb}?after=${after}`, {});
}

async function post(address: string, body: object): Promise<Conversation> {
  try {
    return (await request<{ data: Conversation }>(address, { method: "POST", body })).data;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ["items", "valet_chats"] });
  }
}
