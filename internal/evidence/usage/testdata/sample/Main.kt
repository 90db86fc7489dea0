package app
import io.ktor.server.application.*
import androidx.compose.runtime.getValue
import kotlinx.coroutines.launch as start
import io.ktor.client.HttpClient
import a.`in`.B
/* /* nested */ import no.Such */
class Main(val client: HttpClient) {
    val s = "import ${start { client.get("x") }}"
    val raw = """ import no.Such ${HttpClient()} """
    fun x() = client.post(named = 1)
}
