package redrive;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clients of the official SDK, moved by commands: SdkHost host:port. Each line of input is {"id", "command", ...}; each
 * line of output is an event {"event", "client", ...} or an answer {"answer": id, "value" or "error" and "code"}.
 * Ends with its input.
 */
public final class SdkHost {
    private static final Gson GSON = new Gson();
    private static final Pattern CODE = Pattern.compile("response-code=(\\d+)");

    public static void main(String[] args) throws Exception {
        Commands commands = new Commands(args[0]);
        ExecutorService workers = Executors.newCachedThreadPool();
        print(Map.of("event", "ready"));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            JsonObject command = JsonParser.parseString(line).getAsJsonObject();
            workers.submit(() -> answer(commands, command));
        }
        System.exit(0);
    }

    private static void answer(Commands commands, JsonObject command) {
        JsonObject answer = new JsonObject();
        answer.add("answer", command.get("id"));
        try {
            answer.add("value", GSON.toJsonTree(commands.carryOut(command)));
        } catch (Throwable e) {
            answer.addProperty("error", e.toString());
            answer.addProperty("code", codeOf(e));
        }
        print(answer);
    }

    /** The server's code, 0 when the failure is not the server's. */
    private static int codeOf(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            Matcher matcher = CODE.matcher(String.valueOf(at.getMessage()));
            if (matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
        }
        return 0;
    }

    static synchronized void print(Object line) {
        System.out.println(GSON.toJson(line));
        System.out.flush();
    }

    private SdkHost() {
    }
}
