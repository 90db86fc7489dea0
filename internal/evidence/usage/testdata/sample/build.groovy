import groovy.json.JsonSlurper
import static java.lang.Math.max as biggest
def text = 'import no.Such'
def j = new JsonSlurper()
j.parseText("${biggest(1, 2)}")
